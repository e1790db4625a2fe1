// Calls between the app on the stand-in and the test that holds its pages, over Node's own channel to the parent process.

/** Bytes of a file are in base64, as the channel carries text. */
export type Served = { status: number; headers: Record<string, string>; body: string };

/** What the app asks of the test. */
export type AppAsks = {
  open: (input: {
    page: number;
    url: string;
    preload: string;
    size: { width: number; height: number };
  }) => Promise<void>;
  /** Answered at once, as Electron does. */
  send: (input: { page: number; channel: string; frame: unknown }) => void;
  reload: (input: { page: number }) => Promise<void>;
  close: (input: { page: number }) => Promise<void>;
};

/** What the test asks of the app. */
export type TestAsks = {
  serve: (input: { page: number; url: string }) => Promise<Served>;
  mayNavigate: (input: { page: number; url: string }) => boolean;
  mayOpen: (input: { page: number; url: string }) => boolean;
  navigated: (input: { page: number; url: string }) => void;
  frame: (input: {
    page: number;
    channel: string;
    frame: unknown;
    from: { isMainFrame: boolean; frameUrl: string };
  }) => void;
  gone: (input: { page: number }) => void;
};

type Calls = Record<string, (input: never) => unknown>;
export type LinkMessage =
  | { t: 'ask'; id: number; name: string; input: unknown }
  | { t: 'answer'; id: number; output?: unknown; error?: string };

export function isOfLink(message: object): message is LinkMessage {
  return 't' in message && (message.t === 'ask' || message.t === 'answer');
}

export function createLink<Asked extends Calls>(post: (message: LinkMessage) => void, answers: Calls) {
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  return {
    ask: <Name extends keyof Asked & string>(name: Name, input: Parameters<Asked[Name]>[0]) =>
      new Promise<Awaited<ReturnType<Asked[Name]>>>((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve: resolve as (output: unknown) => void, reject });
        post({ t: 'ask', id: lastId, name, input });
      }),
    /** What is asked is begun before this returns, so all of it happens in its order. */
    hear: async (message: LinkMessage): Promise<void> => {
      const { id } = message;
      if (message.t === 'answer') {
        const asked = waiting.get(id);
        waiting.delete(id);
        if (message.error === undefined) asked?.resolve(message.output);
        else asked?.reject(new Error(message.error));
        return;
      }
      try {
        post({ t: 'answer', id, output: await answers[message.name]?.(message.input as never) });
      } catch (thrown) {
        post({ t: 'answer', id, error: String(thrown) });
      }
    },
  };
}
