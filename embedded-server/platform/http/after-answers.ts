// Puts off what nobody waits for until all that is answered in this turn is written. A change answers thousands at once, and a
// line of the log for each would come before the next one's answer.

export function afterAnswers<T>(take: (one: T) => void): (one: T) => void {
  let waiting: T[] = [];
  const takeAll = () => {
    const all = waiting;
    waiting = [];
    for (const one of all) take(one);
  };
  return (one) => {
    if (waiting.push(one) === 1) setImmediate(takeAll);
  };
}
