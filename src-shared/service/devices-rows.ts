// The rows of the table about device links, by which a tool gets a cloud token for a game without anybody typing one.
import { z } from 'zod';
import { nothing, uuid, watch, watchQuery } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A link for a person to open, and the token by which the waiting tool asks for its outcome. */
const deviceLink = z.object({ device_link_id: uuid, device_link_token: z.string(), device_link_url: z.url() });

/** The link that a person accepts, and the game they choose. */
const completeDeviceLinkBody = z.object({ device_link_token: z.string(), game_id: z.string() });

/** The link that a person refuses (ours). */
const refuseDeviceLinkBody = z.object({ device_link_token: z.string() });

/** What became of a link: the cloud token, once the link is complete, or that somebody refused it (ours). */
const deviceLinkState = z.object({ cloud_token: z.string().optional(), refused: z.boolean().optional(), watch });

/** Calls about device links. */
export const deviceRows = {
  createDeviceLink: endpoint({
    name: 'createDeviceLink',
    feature: 'devices',
    summary: 'Creates a link for a person to open, so that a waiting tool gets a cloud token.',
    method: 'POST',
    path: '/cloud/devices/links',
    params: nothing,
    query: nothing,
    body: null,
    answer: deviceLink,
    access: 'open',
    needs: 'nothing',
    watch: false,
  }),
  getDeviceLink: endpoint({
    name: 'getDeviceLink',
    feature: 'devices',
    summary: 'Reads what became of a device link: its cloud token, once somebody completed it.',
    method: 'GET',
    path: '/cloud/devices/links',
    params: nothing,
    query: watchQuery.extend({ device_link_token: z.string() }),
    body: null,
    answer: deviceLinkState,
    access: 'open',
    needs: 'nothing',
    watch: true,
  }),
  refuseDeviceLink: endpoint({
    name: 'refuseDeviceLink',
    feature: 'devices',
    summary: 'Refuses the waiting device; nobody can complete its link any more.',
    method: 'POST',
    path: '/cloud/devices/links/refuse',
    params: nothing,
    query: nothing,
    body: refuseDeviceLinkBody,
    answer: nothing,
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
  completeDeviceLink: endpoint({
    name: 'completeDeviceLink',
    feature: 'devices',
    summary: 'Links the waiting device to a game; a link completes once.',
    method: 'POST',
    path: '/cloud/devices/links/complete',
    params: nothing,
    query: nothing,
    body: completeDeviceLinkBody,
    answer: nothing,
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
} as const;
