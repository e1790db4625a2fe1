// A sentence with drawn things in it: names in bold, commands, links. Its order is the language's own.
import { createElement, Fragment, type ReactNode } from 'react';
import type { Places } from '../../src-shared/text/places.ts';
import { known } from './t.ts';

/** `rich('Start it with {command}.', { command: <code>npm start</code> })`. */
export function rich<K extends string>(key: K, nodes: Readonly<Record<Places<K>, ReactNode>>): ReactNode {
  const named: Readonly<Record<string, ReactNode>> = nodes;
  // Every second piece is the name of a place.
  const pieces = known(key).split(/\{(\w+)\}/);
  return createElement(Fragment, null, ...pieces.map((piece, at) => (at % 2 === 0 ? piece : named[piece])));
}
