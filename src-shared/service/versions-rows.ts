// The rows of the table about versions of a game.
import { z } from 'zod';
import { nothing, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { gameParams, versionParams } from './params.ts';
import { createVersionBody, validateVersionAnswer, versionFull } from './versions.ts';

/** Calls about versions. */
export const versionRows = {
  createVersion: endpoint({
    name: 'createVersion',
    feature: 'versions',
    summary: 'Creates a version from a build and run settings.',
    method: 'POST',
    path: '/cloud/games/{game_id}/versions',
    params: gameParams,
    query: nothing,
    body: createVersionBody,
    answer: z.object({ version_id: uuid }),
    access: ['owner', 'cloud'],
    needs: 'push',
    watch: false,
  }),
  validateVersion: endpoint({
    name: 'validateVersion',
    feature: 'versions',
    summary: 'Says what is wrong with a new version.',
    method: 'POST',
    path: '/cloud/games/{game_id}/versions/validate',
    params: gameParams,
    query: nothing,
    body: createVersionBody,
    answer: validateVersionAnswer,
    access: ['owner', 'cloud'],
    needs: 'push',
    watch: false,
  }),
  reserveVersionName: endpoint({
    name: 'reserveVersionName',
    feature: 'versions',
    summary: 'Suggests a name for a new version: the day, and a number that goes up.',
    method: 'POST',
    path: '/cloud/games/{game_id}/versions/reserve-name',
    params: gameParams,
    query: nothing,
    body: null,
    answer: z.object({ version_display_name: z.string() }),
    access: ['owner', 'cloud'],
    needs: 'push',
    watch: false,
  }),
  getVersion: endpoint({
    name: 'getVersion',
    feature: 'versions',
    summary: 'Reads a version with its configuration.',
    method: 'GET',
    path: '/cloud/games/{game_id}/versions/{version_id}',
    params: versionParams,
    query: nothing,
    body: null,
    answer: z.object({ version: versionFull }),
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: false,
  }),
} as const;
