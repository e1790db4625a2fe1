// A game's logo, or a tile made from its id: always the same one for the same game, without anything stored.
import { memo, useState } from 'react';
import { shownAddress } from '../../../src-shared/games/shown-pictures.ts';
import { customProperty } from '../../ui/custom-property.ts';
import { isConnected } from '../instances/instances-selectors.ts';
import { useInstances } from '../instances/instances-store.ts';
import styles from './game-logo.module.css';
import { GamePicture } from './game-picture.tsx';
import { tileOf } from './logo-tile.ts';

type Props = { id: string; instance_id: string; url: string | undefined; size: 16 | 18 | 24 | 40 };

/** 16 and 18 in lists, 24 on home, 40 in the header. What could not be got is tried again when its instance is back. */
export const GameLogo = memo(function GameLogo({ id, instance_id, url, size }: Props) {
  const isHere = useInstances(isConnected(instance_id));
  const wanted = `${url} ${isHere}`;
  const [failed, setFailed] = useState('');
  if (url !== undefined && failed !== wanted) {
    const address = shownAddress(instance_id, 'logo', url);
    return (
      <GamePicture
        data-slot="logo"
        className={styles.logo}
        style={grown(size)}
        address={address}
        alt=""
        onError={() => setFailed(wanted)}
      />
    );
  }
  return <Tile id={id} size={size} />;
});

function Tile({ id, size }: Pick<Props, 'id' | 'size'>) {
  const { hue, saturation, cells, accent } = tileOf(id);
  return (
    <svg data-slot="logo" className={styles.logo} style={grown(size)} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill={`hsl(${hue} ${saturation}% 24%)`} />
      <path d={cells.map(square).join('')} fill={`hsl(${hue} 52% 76%)`} />
      {accent !== undefined && <path d={square(accent)} fill={`hsl(${(hue + 150) % 360} 80% 82%)`} />}
    </svg>
  );
}

/** It grows with the text. */
function grown(size: Props['size']) {
  return customProperty('--length', `${size / 16}rem`);
}

/** One path for all cells: a list scrolls past many tiles. */
function square([x, y]: readonly [number, number]): string {
  return `M${5 + x * 3} ${5 + y * 3}h2.5v2.5h-2.5z`;
}
