// Where the window gets the pictures of games from: its own origin, whichever instance has them.
import { z } from 'zod';
import { type PictureKind, pictureKind } from './settings-bridge.ts';

/** The path that a shell answers with `Core.pictures`. */
export const PICTURES = '/pictures';

/** A picture that an instance reported: its address is what that instance said. */
export const shownPicture = z.object({
  instance_id: z.string().min(1).max(200),
  kind: pictureKind,
  url: z.url().max(8_192),
});
export type ShownPicture = z.infer<typeof shownPicture>;

/** The address within the window's own origin. */
export function shownAddress(instance_id: string, kind: PictureKind, url: string): string {
  return `${PICTURES}?instance_id=${encodeURIComponent(instance_id)}&kind=${kind}&url=${encodeURIComponent(url)}`;
}
