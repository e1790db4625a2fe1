// Counts by name; a name whose count is back at zero is forgotten.

export function createCounter() {
  const counts = new Map<string, number>();
  return {
    has: (name: string) => counts.has(name),
    count: (name: string) => counts.get(name) ?? 0,
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    drop: (name: string) => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
  };
}
