import { writeZip } from '../../outside/zip/write-zip.ts';
import type { Services } from '../services.ts';
import { buildContentDisposition } from '../exports/file-name.ts';
import type { Outcome, RouteRequest } from '../http/routing/route.ts';

export const ZIP_TYPE = 'application/zip';

/** Personal data as a ZIP: the JSON first, then the files. Files that were erased are left out. */
export function replyWithArchive(
  { services }: Pick<RouteRequest, 'services'>,
  content: object,
  files: readonly { readonly path: string; readonly sha256: string }[],
  name: string,
): Outcome {
  const zip = writeZip(new Date());
  fillArchive(zip, services, content, files).catch((error: unknown) =>
    zip.abortArchive(error instanceof Error ? error : new Error(String(error))),
  );
  return {
    status: 200,
    raw: zip.stream,
    headers: { 'Content-Type': ZIP_TYPE, 'Content-Disposition': buildContentDisposition(name, 'zip') },
  };
}

async function fillArchive(
  zip: ReturnType<typeof writeZip>,
  services: Pick<Services, 'files'>,
  content: object,
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<void> {
  await zip.addFile('personal-data.json', `${JSON.stringify(content, null, 2)}\n`);
  for (const { path, sha256 } of files) {
    const opened = await services.files.open('documents', sha256);
    if (opened) await zip.addFile(path, opened.stream, { bytes: opened.bytes });
  }
  zip.end();
}
