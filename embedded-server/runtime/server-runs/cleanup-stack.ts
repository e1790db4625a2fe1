// What has to be taken back when a server ends, newest first; each however the others went.

export type Undo = { add(step: () => unknown): void; all(onFailed: (thrown: unknown) => void): Promise<void> };

export function createUndo(): Undo {
  const steps: (() => unknown)[] = [];
  return {
    add: (step) => void steps.push(step),
    all: async (onFailed) => {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step();
        } catch (thrown) {
          onFailed(thrown);
        }
      }
    },
  };
}
