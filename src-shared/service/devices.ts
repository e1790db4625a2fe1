// Device links: how a tool gets a cloud token for a game without anybody typing one.
import { z } from 'zod';
import { uuid, watch } from './common.ts';

/** A link for a person to open, and the token by which the waiting tool asks for its outcome. */
export const deviceLink = z.object({ device_link_id: uuid, device_link_token: z.string(), device_link_url: z.url() });
/** A link for a person to open. */
export type DeviceLink = z.infer<typeof deviceLink>;

/** The link that a person accepts, and the game they choose. */
export const completeDeviceLinkBody = z.object({ device_link_token: z.string(), game_id: z.string() });
/** The link that a person accepts. */
export type CompleteDeviceLinkBody = z.output<typeof completeDeviceLinkBody>;

/** What became of a link: the cloud token, once the link is complete. */
export const deviceLinkState = z.object({ cloud_token: z.string().optional(), watch });
/** What became of a link. */
export type DeviceLinkState = z.infer<typeof deviceLinkState>;
