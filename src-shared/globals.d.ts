// The few globals that Node, browsers and workers all have. The contract may use these and nothing else of its surroundings.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };
type Timer = { readonly __timer?: never } & (number | object);
declare function setTimeout(run: () => void, ms?: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare function queueMicrotask(run: () => void): void;
