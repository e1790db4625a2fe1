// The rows of the table about tokens. Making a cloud token is the owner's alone, as completing a device link is.
import { z } from 'zod';
import { nothing } from './common.ts';
import { endpoint } from './endpoint.ts';
import { environmentParams, gameParams, tokenParams } from './params.ts';
import { agent, createTokenAnswer, createTokenBody, token } from './tokens.ts';

/** Calls about tokens. */
export const tokenRows = {
  inspectAuth: endpoint({
    name: 'inspectAuth',
    feature: 'tokens',
    summary: 'Says whom the token of this call speaks for.',
    method: 'GET',
    path: '/cloud/auth/inspect',
    params: nothing,
    query: nothing,
    body: null,
    answer: z.object({ agent }),
    access: ['owner', 'cloud', 'service'],
    watch: false,
  }),
  createCloudToken: endpoint({
    name: 'createCloudToken',
    feature: 'tokens',
    summary: 'Creates a token for all of one game; the secret is shown this once.',
    method: 'POST',
    path: '/cloud/games/{game_id}/tokens/cloud',
    params: gameParams,
    query: nothing,
    body: createTokenBody,
    answer: createTokenAnswer,
    access: ['owner'],
    watch: false,
  }),
  createServiceToken: endpoint({
    name: 'createServiceToken',
    feature: 'tokens',
    summary: 'Creates a token for the builds and servers of one namespace; the secret is shown this once.',
    method: 'POST',
    path: '/games/{game_id}/environments/{environment_id}/tokens/service',
    params: environmentParams,
    query: nothing,
    body: createTokenBody,
    answer: createTokenAnswer,
    access: ['owner', 'cloud'],
    watch: false,
  }),
  listTokens: endpoint({
    name: 'listTokens',
    feature: 'tokens',
    summary: 'Lists the tokens of a game, without their secrets.',
    method: 'GET',
    path: '/cloud/games/{game_id}/tokens',
    params: gameParams,
    query: nothing,
    body: null,
    answer: z.object({ tokens: z.array(token) }),
    access: ['owner', 'cloud'],
    watch: false,
  }),
  revokeToken: endpoint({
    name: 'revokeToken',
    feature: 'tokens',
    summary: 'Revokes a token of a game; safe to repeat.',
    method: 'DELETE',
    path: '/cloud/games/{game_id}/tokens/{token_id}',
    params: tokenParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner', 'cloud'],
    watch: false,
  }),
} as const;
