// A QR code as a picture: dark on light in every theme, as readers want it, with its quiet edge.
import { useEffect, useState } from 'react';
import { t } from '../../../text/t.ts';
import styles from './lan.module.css';
import type { QrCode } from './qr-code.ts';

const QUIET = 4;

/** Loaded only where it is shown. */
export function QrImage({ text }: { text: string }) {
  const [code, setCode] = useState<QrCode>();
  useEffect(() => {
    let isOver = false;
    void import('./qr-code.ts').then(({ qrCodeOf }) => !isOver && setCode(qrCodeOf(text)));
    return () => {
      isOver = true;
    };
  }, [text]);
  const size = (code?.length ?? 0) + 2 * QUIET;
  const path = code
    ?.map((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('QR code of {text}', { text })}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
