// How many servers start once the build runs on its namespace, on the card of a drop.
import { useEffect, useState } from 'react';
import shared from '../../../design/shared.module.css';
import { plural, t } from '../../../text/t.ts';
import { classNames } from '../../../ui/class-names.ts';
import { readServerCount } from './choose-actions.ts';

type Props = { instance_id: string; game_id: string; namespace_id: string; name: string };

/** Nothing while it is read, and where the instance does not tell. */
export function CardKeeps({ instance_id, game_id, namespace_id, name }: Props) {
  const [count, setCount] = useState<number | undefined>();
  useEffect(() => {
    let isOver = false;
    setCount(undefined);
    const follow = async () => {
      const read = await readServerCount({ instance_id, game_id, namespace_id });
      if (!isOver) setCount(read);
    };
    void follow();
    return () => {
      isOver = true;
    };
  }, [instance_id, game_id, namespace_id]);
  if (count === undefined) return null;
  return (
    <p className={classNames(shared.small, shared.dim)}>
      {count === 0
        ? t('{name} keeps 0 servers, so none starts by itself. Its settings say how many.', { name })
        : plural(count, '{name} keeps {n} server, which starts then.', '{name} keeps {n} servers, which start then.', {
            name,
          })}
    </p>
  );
}
