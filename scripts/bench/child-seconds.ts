// How much processor time the commands of a shell script took, from what `times` said at its end.

/** The second line of `times` is that of the children: "0m1.20s 0m0.40s". */
export function childSeconds(times: string): number {
  const spent = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return spent.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
