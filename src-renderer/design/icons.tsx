// The icons, one React component over one table of drawings (16 by 16, stroked in the text's colour).
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './icons.module.css';

const drawings = {
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.2 3.2" />
    </>
  ),
  'chevron-down': <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  'chevron-right': <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  'chevron-left': <path d="M9.5 4.5 6 8l3.5 3.5" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
      <path d="M10.5 3.5v-.2A1.3 1.3 0 0 0 9.2 2H4.3A1.3 1.3 0 0 0 3 3.3v4.9a1.3 1.3 0 0 0 1.3 1.3h.2" />
    </>
  ),
  upload: <path d="M8 10.5V3.2M4.8 6.2 8 3l3.2 3.2M3 10.5v1.7c0 .7.6 1.3 1.3 1.3h7.4c.7 0 1.3-.6 1.3-1.3v-1.7" />,
  undo: <path d="M3.2 6.5h6.3a3.2 3.2 0 0 1 0 6.5H7M5.8 3.8 3.1 6.5l2.7 2.7" />,
  play: <path d="M5 3.5v9l7.5-4.5z" />,
  x: <path d="m4 4 8 8M12 4l-8 8" />,
  tick: <path d="m3.5 8.5 3 3 6-7" />,
  restart: <path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3" />,
  open: (
    <path d="M9.5 3H13v3.5M13 3 7.8 8.2M7 4H4.3A1.3 1.3 0 0 0 3 5.3v6.4C3 12.4 3.6 13 4.3 13h6.4c.7 0 1.3-.6 1.3-1.3V9" />
  ),
  bell: <path d="M4.2 11.5V7.3a3.8 3.8 0 0 1 7.6 0v4.2M3 11.5h10M6.8 13.7h2.4" />,
  help: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M6.4 6.5a1.6 1.6 0 1 1 2.3 1.5c-.5.3-.7.6-.7 1.1M8 11.2v.1" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 4.8v3.4l2.2 1.4" />
    </>
  ),
  gear: (
    <>
      <path d="M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6" />
      <circle cx="10" cy="4.5" r="1.5" />
      <circle cx="6" cy="11.5" r="1.5" />
    </>
  ),
  grid: (
    <>
      <rect x="2.5" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="2.5" y="9" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="9" width="4.5" height="4.5" rx="1" />
    </>
  ),
  folder: (
    <path d="M2 5.3c0-.7.6-1.3 1.3-1.3h2.9l1.5 1.5h5c.7 0 1.3.6 1.3 1.3v4.9c0 .7-.6 1.3-1.3 1.3H3.3c-.7 0-1.3-.6-1.3-1.3z" />
  ),
  key: (
    <>
      <circle cx="5.5" cy="10.5" r="2.5" />
      <path d="m7.3 8.7 5.2-5.2M10.5 5.5l1.7 1.7" />
    </>
  ),
  cube: <path d="M8 2 13.2 5v6L8 14 2.8 11V5zM2.8 5 8 8l5.2-3M8 8v6" />,
  command: (
    <path d="M5.5 5.5h5v5h-5zM5.5 5.5V4A1.5 1.5 0 1 0 4 5.5zM10.5 5.5H12A1.5 1.5 0 1 0 10.5 4zM10.5 10.5V12a1.5 1.5 0 1 0 1.5-1.5zM5.5 10.5H4A1.5 1.5 0 1 0 5.5 12z" />
  ),
  server: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5v.01M5 11v.01" />
    </>
  ),
  users: (
    <>
      <circle cx="6" cy="5.5" r="2.3" />
      <path d="M2 13c.3-2.3 1.9-3.5 4-3.5s3.7 1.2 4 3.5M10.8 3.5a2.2 2.2 0 0 1 0 4M12 9.9c1.1.5 1.8 1.5 2 3.1" />
    </>
  ),
  return: <path d="M13 4v3.5c0 .8-.7 1.5-1.5 1.5H3.5M6 6.2 3.2 9 6 11.8" />,
  down: <path d="M8 3v9M4.5 8.7 8 12.2l3.5-3.5" />,
  up: <path d="M8 12.5v-9M4.500 6.800 8 3.300l3.500 3.500" />,
  save: <path d="M8 3v6.500M5 6.800 8 9.800l3-3M3 12.500h10" />,
  grip: <path d="M6 4v.01M6 8v.01M6 12v.01M10 4v.01M10 8v.01M10 12v.01" strokeWidth="1.9" />,
  pause: <path d="M5.500 3.800v8.400M10.500 3.800v8.400" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  kill: <path d="M8 2.500v5.500M4.700 4.600a5 5 0 1 0 6.600 0" />,
  eye: (
    <>
      <path d="M1.800 8S4 3.800 8 3.800 14.200 8 14.200 8 12 12.200 8 12.200 1.800 8 1.800 8z" />
      <circle cx="8" cy="8" r="1.700" />
    </>
  ),
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  arrow: <path d="M2.5 8h10.5M9.5 4.5 13 8l-3.5 3.5" />,
  dots: <path d="M3.5 8v.01M8 8v.01M12.5 8v.01" strokeWidth="2" />,
  'up-down': <path d="m5.5 6 2.5-2.5L10.5 6M5.5 10 8 12.5 10.5 10" />,
  device: (
    <>
      <rect x="2" y="3" width="12" height="8" rx="1.2" />
      <path d="M5.5 13.5h5" />
    </>
  ),
  pin: <path d="M6 2.5h4l-.5 4 2 2V10h-7V8.500l2-2zM8 10v3.500" />,
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" />,
} satisfies Record<string, ReactNode>;

/** The icons there are. */
export type IconName = keyof typeof drawings;

/** Draws an icon. It says nothing to screen readers: the control around it has the words. */
export function Icon({ name, size }: { name: IconName; size?: 12 | 14 }) {
  return (
    <svg
      data-slot="icon"
      className={classNames(styles.icon, size === 12 && styles.small, size === 14 && styles.medium)}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  );
}
