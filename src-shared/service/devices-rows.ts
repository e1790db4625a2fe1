// The rows of the table about device links.
import { z } from 'zod';
import { nothing, watchQuery } from './common.ts';
import { completeDeviceLinkBody, deviceLink, deviceLinkState } from './devices.ts';
import { endpoint } from './endpoint.ts';

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
    watch: true,
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
    watch: false,
  }),
} as const;
