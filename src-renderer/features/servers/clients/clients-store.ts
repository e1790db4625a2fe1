// A mirror of the clients that were started here and of how those of the open game are opened, and which dialog is up.
import { create } from 'zustand';
import type { ClientView } from '../../../../src-shared/servers/clients-bridge.ts';

type State = {
  clients: ClientView[];
  /** Undefined until it was read; empty until somebody said how. */
  command: string | undefined;
  /** A program that is started so has all rights on this machine. */
  isAsRoot: boolean;
  dialog: 'command' | 'bundle' | undefined;
  /** The server that the dialog about the command was opened on. */
  asked: string | undefined;
  /** The servers on which a client opens now. */
  opening: ReadonlySet<string>;
};

/** The clients. */
export const useClients = create<State>(() => ({
  clients: [],
  command: undefined,
  isAsRoot: false,
  dialog: undefined,
  asked: undefined,
  opening: new Set(),
}));
