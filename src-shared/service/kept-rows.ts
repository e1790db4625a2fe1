// The rows of the table about the kept folders of a namespace (ours).
import { z } from 'zod';
import { nothing, optional, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { keptEntry, keptPath, keptSet, keptSnapshot } from './kept.ts';
import { namespaceParams } from './params.ts';

/** One set of kept folders, by its number from 1. */
const keptParams = namespaceParams.extend({ slot: z.string().regex(/^[1-9]\d{0,4}$/) });
const snapshotParams = keptParams.extend({ snapshot_id: uuid });
const PATH = '/cloud/games/{game_id}/namespaces/{namespace_id}/kept';

/** Calls about kept folders. */
export const keptRows = {
  listKept: endpoint({
    name: 'listKept',
    feature: 'namespaces',
    summary: 'Lists the kept folders of a namespace with their sizes and snapshots.',
    method: 'GET',
    path: PATH,
    params: namespaceParams,
    query: nothing,
    body: null,
    answer: z.object({ sets: z.array(keptSet) }),
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: false,
  }),
  listKeptFiles: endpoint({
    name: 'listKeptFiles',
    feature: 'namespaces',
    summary: 'Lists what is in a kept folder, the first thousand by name.',
    method: 'GET',
    path: `${PATH}/{slot}/files`,
    params: keptParams,
    query: z.object({ path: keptPath.optional() }),
    body: null,
    answer: z.object({ entries: z.array(keptEntry), more: z.boolean() }),
    access: ['owner', 'cloud'],
    needs: 'read',
    watch: false,
  }),
  downloadKept: endpoint({
    name: 'downloadKept',
    feature: 'namespaces',
    summary: 'Gives a file of a kept folder, or all of a folder as a .tar.gz; the address is good for ten minutes.',
    method: 'POST',
    path: `${PATH}/{slot}/download`,
    params: keptParams,
    query: nothing,
    body: z.object({ path: optional(keptPath) }),
    answer: z.object({ url: z.url(), file_name: z.string() }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  emptyKept: endpoint({
    name: 'emptyKept',
    feature: 'namespaces',
    summary: 'Empties the kept folders of a set, which no server may have. What was in them stays as a snapshot.',
    method: 'POST',
    path: `${PATH}/{slot}/empty`,
    params: keptParams,
    query: nothing,
    body: nothing,
    answer: z.object({ snapshot: keptSnapshot.optional() }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  createKeptSnapshot: endpoint({
    name: 'createKeptSnapshot',
    feature: 'namespaces',
    summary: 'Takes a snapshot of the kept folders of a set.',
    method: 'POST',
    path: `${PATH}/{slot}/snapshots`,
    params: keptParams,
    query: nothing,
    body: nothing,
    answer: z.object({ snapshot: keptSnapshot }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  restoreKeptSnapshot: endpoint({
    name: 'restoreKeptSnapshot',
    feature: 'namespaces',
    summary:
      'Puts a snapshot in place of the kept folders, which no server may have. What they held stays as a snapshot.',
    method: 'POST',
    path: `${PATH}/{slot}/snapshots/{snapshot_id}/restore`,
    params: snapshotParams,
    query: nothing,
    body: nothing,
    answer: z.object({ snapshot: keptSnapshot.optional() }),
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
  deleteKeptSnapshot: endpoint({
    name: 'deleteKeptSnapshot',
    feature: 'namespaces',
    summary: 'Deletes a snapshot for good.',
    method: 'DELETE',
    path: `${PATH}/{slot}/snapshots/{snapshot_id}`,
    params: snapshotParams,
    query: nothing,
    body: null,
    answer: nothing,
    access: ['owner', 'cloud'],
    needs: 'servers',
    watch: false,
  }),
} as const;
