// A game's logo, or a tile made from its id: always the same one for the same game, without anything stored.
import { useState } from 'react';
import { tileOf } from './logo-tile.ts';

/** 18 in lists, 40 in the header. */
export function GameLogo({ id, url, size }: { id: string; url: string | undefined; size: 16 | 18 | 40 }) {
  const [failed, setFailed] = useState(false);
  if (url !== undefined && !failed) {
    return <img className="logo" src={url} width={size} height={size} alt="" onError={() => setFailed(true)} />;
  }
  const tile = tileOf(id);
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill={`hsl(${tile.hue} ${tile.saturation}% 24%)`} />
      <g fill={`hsl(${tile.hue} 52% 76%)`}>
        {tile.cells.map(([x, y]) => (
          <rect key={`${x}-${y}`} x={5 + x * 3} y={5 + y * 3} width="2.4" height="2.4" rx=".5" />
        ))}
      </g>
      {tile.accent !== undefined && (
        <rect
          x={5 + tile.accent[0] * 3}
          y={5 + tile.accent[1] * 3}
          width="2.4"
          height="2.4"
          rx=".5"
          fill={`hsl(${(tile.hue + 150) % 360} 80% 82%)`}
        />
      )}
    </svg>
  );
}
