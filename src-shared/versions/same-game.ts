// Whether two instances mean the same game. Each makes its own name ids, so one name may have several. Pure.

type Named = { name_id: string; display_name: string };

export function isSameGame(one: Named, other: Named): boolean {
  return one.name_id === other.name_id || one.display_name === other.display_name;
}
