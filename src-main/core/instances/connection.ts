// One live connection to an instance: follows its list of games, which also tells whether the instance answers.
import type { AppError } from '../../../src-shared/errors/app-error.ts';
import { createServiceClient, type ServiceClient } from '../../../src-shared/service/client.ts';
import type { Contract } from '../../../src-shared/service/contract.ts';
import type { EndpointAnswer } from '../../../src-shared/service/endpoint.ts';
import { type Address, createHttpTransport } from './http-transport.ts';
import { isFinal, runWatchLoop } from './watch-loop.ts';

export type GamesAnswer = EndpointAnswer<Contract['listGames']>;

export type ConnectionEvents = {
  onGames(answer: GamesAnswer): void;
  onLost(error: AppError, retryAt: number): void;
  onRefused(error: AppError): void;
};

export type Connection = {
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  close(): void;
};

export function connect(address: Address, events: ConnectionEvents): Connection {
  const controller = new AbortController();
  const client = createServiceClient(createHttpTransport(address));
  void runWatchLoop({
    signal: controller.signal,
    ask: (index, signal) => client.listGames({ query: { watch_index: index } }, { signal }),
    onAnswer: events.onGames,
    onFailure: (error, retryAt) => {
      if (isFinal(error)) events.onRefused(error);
      else events.onLost(error, retryAt);
      return !isFinal(error);
    },
  });
  return { client, signal: controller.signal, close: () => controller.abort() };
}
