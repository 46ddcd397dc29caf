import type { GrandlivreClient } from './client.ts';
import { readError } from './errors.ts';
import type { paths } from './schema.d.ts';

/** A member of a form. A list is sent as several members of the same name. */
export type FormValue = File | readonly File[] | string | number | boolean | null | undefined;

type Operation<Path extends keyof paths, Method extends 'post' | 'put' | 'get'> = NonNullable<paths[Path][Method]>;
type Form<Given> = Given extends { requestBody?: { content: { 'multipart/form-data': infer Found } } } ? Found : never;
type Json<Given> = Given extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends 200 | 201 | 202
        ? Responses[Status] extends { content: { 'application/json': infer Found } }
          ? Found
          : never
        : never;
    }[keyof Responses]
  : never;
type Parameters<Given> = Given extends { parameters: infer Found } ? Found : never;

export type UploadPath<Method extends 'post' | 'put'> = {
  [Path in keyof paths]: Form<Operation<Path, Method>> extends never ? never : Path;
}[keyof paths];

export interface UploadInit<Given> {
  readonly params: Parameters<Given>;
  /** Files are sent under the names that the documentation gives, such as `files[]`. */
  readonly body: { readonly [Name in keyof Form<Given>]?: FormValue };
  readonly signal?: AbortSignal;
}

/** Sends a form with files. Retried like any other write: the service stores the files once. */
export async function uploadFiles<Method extends 'post' | 'put', Path extends UploadPath<Method>>(
  client: GrandlivreClient,
  method: Method,
  path: Path,
  init: UploadInit<Operation<Path, Method>>,
): Promise<Json<Operation<Path, Method>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(init.body as Readonly<Record<string, FormValue>>))
    for (const one of Array.isArray(value)
      ? (value as readonly File[])
      : [value as Exclude<FormValue, readonly File[]>])
      if (one instanceof File) form.append(name, one, one.name);
      else if (one !== null && one !== undefined) form.append(name, String(one));
  const params: RequestParameters = init.params;
  const request = new Request(buildUrl(client, path, params), {
    method: method.toUpperCase(),
    body: form,
    headers: toHeaders(params.header),
    signal: init.signal,
  });
  const response = await client.connection.send(request);
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Json<Operation<Path, Method>>;
}

export interface DownloadedFile {
  /** As the service names it; empty if it does not. */
  readonly name: string;
  readonly type: string;
  /** Its content, once: `arrayBuffer()`, `blob()`, `text()`, or `body` as a stream. */
  readonly response: Response;
}

/** A path that returns a file, such as a report with `format: 'pdf'`. */
export async function downloadFile<Path extends keyof paths>(
  client: GrandlivreClient,
  path: Path,
  init: {
    readonly params: Parameters<Operation<Path, 'get'>>;
    readonly accept?: string;
    readonly signal?: AbortSignal;
  },
): Promise<DownloadedFile> {
  const params = init.params as RequestParameters;
  const headers = toHeaders(params.header);
  if (init.accept !== undefined) headers.set('Accept', init.accept);
  const request = new Request(buildUrl(client, path, params), { headers, signal: init.signal });
  return toFile(await client.connection.send(request));
}

/** A signed link of a record, such as `file_url` of a document. The token is not sent with it. */
export async function downloadLink(client: GrandlivreClient, url: string): Promise<DownloadedFile> {
  return toFile(await client.connection.sendOnce(new Request(url), { withToken: false }));
}

async function toFile(response: Response): Promise<DownloadedFile> {
  if (!response.ok) throw await readError(response);
  const { headers } = response;
  return {
    name: readFileName(headers.get('content-disposition') ?? ''),
    type: (headers.get('content-type') ?? '').split(';')[0]!.trim(),
    response,
  };
}

/** The form that knows all letters comes first (RFC 6266). */
function readFileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded.trim());
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim() ?? '';
}

type QueryValue = string | number | boolean | null | undefined;

interface RequestParameters {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, string | number | undefined>>;
}

function buildUrl(client: GrandlivreClient, path: string, { path: ids = {}, query = {} }: RequestParameters): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])));
  const url = new URL(client.connection.url + filled);
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as readonly QueryValue[]) : [value as QueryValue])
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
  return url;
}

function toHeaders(given: RequestParameters['header'] = {}): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, String(value));
  return headers;
}
