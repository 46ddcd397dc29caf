import { z } from 'zod';
import { refuse } from '../../domain/refusal.ts';
import { FILE_MIMES } from '../../outside/files/file-types.ts';
import { findLinkedImport } from '../../projections/document-imports/queries.ts';
import { FileQuery, serveStoredFile } from '../files/serve-file.ts';
import { id } from '../http/input/fields.ts';
import { route } from '../http/routing/route.ts';
import { getSharedImport } from './examples.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

export const importFileRoute = route({
  area: 'document-imports',
  demo: 'allowed',
  method: 'get',
  path: '/v1/companies/{company}/document-imports/{id}/file',
  summary: 'Download the file of an import through its signed link; with `preview=1`, display it or its preview image',
  ability: 'signed',
  role: 'any',
  params: z.object({ company: z.string(), id: id() }),
  query: FileQuery,
  example: async (scene) => {
    const [first] = (await getSharedImport(scene)).imports;
    return { params: { id: first!.id }, query: new URL(first!.file_url).search.slice(1) };
  },
  replies: { 200: z.string() },
  fileTypes: [...FILE_MIMES, 'application/zip'],
  async handle({ params, query, services }) {
    const file = await findLinkedImport(services.pool, params.company, params.id);
    if (!file) return refuse('not_found');
    const { original_name: name, mime, sha256, preview_sha256: picture, preview_mime: pictureMime } = file;
    const served =
      query.preview === '1' && picture !== null && pictureMime !== null
        ? { sha256: picture, mime: pictureMime, name: `${name}.${ENDINGS[pictureMime] ?? 'bin'}` }
        : { sha256, mime, name };
    return serveStoredFile(services, served, query);
  },
});
