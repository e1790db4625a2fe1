// The rows of the table about developer groups.
import { z } from 'zod';
import { nothing, uuid, watch, watchQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { billingTestState, createGroupBody, groupBilling, groupSummary } from './groups.ts';
import { groupParams } from './params.ts';
import { validationAnswer } from './validation.ts';

/** Calls about developer groups. */
export const groupRows = {
  listGroups: endpoint({
    name: 'listGroups',
    feature: 'groups',
    summary: 'Lists the developer groups.',
    method: 'GET',
    path: '/group/groups',
    params: nothing,
    query: nothing,
    body: null,
    answer: z.object({ groups: z.array(groupSummary) }),
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
  validateGroup: endpoint({
    name: 'validateGroup',
    feature: 'groups',
    summary: 'Says what is wrong with the name of a new developer group.',
    method: 'POST',
    path: '/cloud/groups/validate',
    params: nothing,
    query: nothing,
    body: createGroupBody,
    answer: validationAnswer,
    access: ['owner', 'cloud'],
    needs: 'admin',
    watch: false,
  }),
  createGroup: endpoint({
    name: 'createGroup',
    feature: 'groups',
    summary: 'Creates a developer group.',
    method: 'POST',
    path: '/group/groups',
    params: nothing,
    query: nothing,
    body: createGroupBody,
    answer: z.object({ group_id: uuid }),
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
  getGroupBilling: endpoint({
    name: 'getGroupBilling',
    feature: 'groups',
    summary: "Reads the timestamps of a group's billing.",
    method: 'GET',
    path: '/cloud/groups/{group_id}/billing',
    params: groupParams,
    query: watchQuery,
    body: null,
    answer: z.object({ group: groupBilling, watch }),
    access: ['owner'],
    needs: 'owner',
    watch: true,
  }),
  setBillingTestState: endpoint({
    name: 'setBillingTestState',
    feature: 'groups',
    summary: "Replaces a group's billing timestamps, so that people can see how their tools behave.",
    method: 'PUT',
    path: '/cloud/groups/{group_id}/billing/test-state',
    params: groupParams,
    query: nothing,
    body: billingTestState,
    answer: nothing,
    access: ['owner'],
    needs: 'owner',
    watch: false,
  }),
} as const;
