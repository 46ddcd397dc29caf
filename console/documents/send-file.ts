import { ApiProblem, type Api } from '../support/api.ts';
import { createMutationId } from '../support/mutation-id.ts';

/** Uploads a file with its progress, which `fetch` does not report. */

/** A random UUID. `crypto.randomUUID` exists only on encrypted and local pages. */
export const createBatchId = (): string =>
  createMutationId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

export interface SendFile {
  readonly path: string;
  readonly file: File;
  /** Files that were given together: pictures of one document are joined. */
  readonly batchId: string;
  readonly language: string;
  /** From 0 to 100. */
  onProgress(percent: number): void;
}

/** Uploads are limited by the minute; a file that has to wait is sent again. */
const MOST_WAITS = 5;

/** @throws ApiProblem */
export async function sendFile(api: Api, given: SendFile): Promise<void> {
  const mutationId = createMutationId();
  for (let waits = 0; ; waits += 1) {
    const { status, retryAfter, body } = await request(api, given, mutationId);
    if (status === 201) return;
    if (status !== 429 || waits >= MOST_WAITS) {
      const message = typeof body?.['message'] === 'string' ? body['message'] : '';
      throw new ApiProblem(status, message, body);
    }
    await new Promise((done) => setTimeout(done, retryAfter * 1_000));
  }
}

interface Answered {
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number;
  readonly body: Record<string, unknown> | null;
}

function request(
  { token }: Api,
  { path, file, batchId, language, onProgress }: SendFile,
  mutationId: string,
): Promise<Answered> {
  const form = new FormData();
  form.append('batch_id', batchId);
  form.append('files[]', file);
  return new Promise((resolve) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', path);
    sending.setRequestHeader('Authorization', `Bearer ${token}`);
    sending.setRequestHeader('Accept-Language', language);
    sending.setRequestHeader('X-Client-Mutation-Id', mutationId);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((100 * loaded) / Math.max(1, total)));
    sending.onloadend = () =>
      resolve({
        status: sending.status,
        retryAfter: Number(sending.getResponseHeader('Retry-After') ?? 0) || 5,
        body: parseJson(sending.responseText),
      });
    sending.send(form);
  });
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
