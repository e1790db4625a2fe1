// Who uses which unpacked build. One that was changed is replaced while it is in use: those who have it keep what they have.

/** One unpacking of a build, from its first user to its last. */
type Copy = { users: number; hidden: string | undefined };

export type Claim = {
  release(): void;
  /** Whoever claims the build from now on gets another copy. False where another user has said so before. */
  retire(): boolean;
  /** Where a retired copy lies until its last user releases it. */
  movedTo(hidden: string | undefined): void;
};

export type BuildUsers = {
  isUsed(build: string): boolean;
  claim(build: string): Claim;
};

/** `onUnused` is called when a build is released for the last time, `onRetired` when a replaced copy is. */
export function createBuildUsers(onUnused: (build: string) => void, onRetired: (hidden: string) => void): BuildUsers {
  const copies = new Map<string, Copy>();
  return {
    isUsed: (build) => copies.has(build),
    claim: (build) => {
      const copy = copies.get(build) ?? { users: 0, hidden: undefined };
      copies.set(build, copy);
      copy.users += 1;
      let isHeld = true;
      return {
        release: () => {
          if (!isHeld) return;
          isHeld = false;
          copy.users -= 1;
          if (copy.users > 0) return;
          if (copy.hidden !== undefined) onRetired(copy.hidden);
          if (copies.get(build) !== copy) return;
          copies.delete(build);
          onUnused(build);
        },
        retire: () => {
          if (copies.get(build) !== copy) return false;
          copies.delete(build);
          return true;
        },
        movedTo: (hidden) => {
          copy.hidden = hidden;
        },
      };
    },
  };
}
