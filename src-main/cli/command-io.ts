// What a command uses of the process that it runs in: `process` itself, or what a test hands in.
export type CommandIo = {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  exitCode?: number | string | null | undefined;
  on(event: NodeJS.Signals | 'exit', listener: () => void): unknown;
  exit(code: number): void;
};
