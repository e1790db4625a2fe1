// A picture of a game, got from the shell. Electron's own scheme takes an address as it is; a browser sends no word of this window's
// session with an image's address, so there it is fetched first.
import { type ImgHTMLAttributes, useEffect, useState } from 'react';
import { sessionHeaders } from '../../bridge/session.ts';

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'onError'> & { address: string; onError?: () => void };

/** One that nobody shows any more is kept for so long: a list scrolls past many. */
const KEPT_MS = 60_000;

type Got = {
  url: Promise<string>;
  ready: string | undefined;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};
const pictures = new Map<string, Got>();

/** An `img` at an address of `shownAddress`. */
export function GamePicture({ address, onError, alt, ...rest }: Props) {
  const src = usePicture(address, onError);
  return <img {...rest} src={src} alt={alt} onError={onError} />;
}

function usePicture(address: string, onError: (() => void) | undefined): string | undefined {
  const isDirect = 'slipwayPort' in window;
  const [shown, setShown] = useState<{ address: string; url: string }>();
  useEffect(() => {
    if (isDirect) return;
    let isHere = true;
    const got = hold(address);
    got.url.then(
      (url) => isHere && setShown({ address, url }),
      () => isHere && onError?.(),
    );
    return () => {
      isHere = false;
      release(address, got);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- who hears of a failure is no reason to get it again
  }, [address, isDirect]);
  if (isDirect) return address;
  return shown?.address === address ? shown.url : pictures.get(address)?.ready;
}

function hold(address: string): Got {
  const known = pictures.get(address);
  const got: Got = known ?? { url: load(address), ready: undefined, users: 0, timer: undefined };
  if (known === undefined) {
    pictures.set(address, got);
    got.url.then(
      (url) => (got.ready = url),
      () => forget(address, got),
    );
  }
  got.users += 1;
  clearTimeout(got.timer);
  return got;
}

function release(address: string, got: Got): void {
  got.users -= 1;
  if (got.users === 0) got.timer = setTimeout(() => forget(address, got), KEPT_MS);
}

function forget(address: string, got: Got): void {
  if (got.ready !== undefined) URL.revokeObjectURL(got.ready);
  if (pictures.get(address) === got) pictures.delete(address);
}

async function load(address: string): Promise<string> {
  const response = await fetch(address, { headers: sessionHeaders() });
  if (!response.ok) throw new Error(`No picture: ${response.status}`);
  return URL.createObjectURL(await response.blob());
}
