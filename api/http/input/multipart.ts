import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { invalid, refuse } from '../../../domain/refusal.ts';
import type { FileArea, FileStore, ReceivedFile } from '../../../outside/files/index.ts';
import { dropBody, normaliseJson, RequestAborted } from './body.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { refusal } from '../reply/errors.ts';
import { unknownField } from './unknown-field.ts';

/**
 * Uploads. Files go to the disk piece by piece, hashed on their way, and are kept only if the handler says so: what one
 * request takes of the memory does not depend on what it sends.
 */
export interface UploadDeclaration {
  /** Name of the form field of the files; `files` also takes `files[]`. */
  readonly field: string;
  /** What the files are, for the documentation: `image/png`, … */
  readonly types?: readonly string[];
  readonly maxFiles: number;
  /** Of each file. */
  readonly maxBytes: number;
  /** The request may also be JSON, without files. */
  readonly orJson?: true;
  /** How long the files may take to arrive; absent: two minutes. */
  readonly timeoutMs?: number;
}

export interface UploadedFile extends Pick<ReceivedFile, 'sha256' | 'bytes' | 'path' | 'read'> {
  /** Name on the client's disk, without its folders. */
  readonly name: string;
  /** Type that the client claims, in lower case. */
  readonly declaredType: string;
  keep(area: FileArea): Promise<void>;
}

export type Multipart =
  | { readonly refused: HttpRefusal }
  | {
      readonly refused?: undefined;
      /** Fields that are no files, as text or lists of text. */
      readonly fields: Readonly<Record<string, unknown>>;
      readonly files: readonly UploadedFile[];
      /** Removes what the handler did not keep. */
      discard(): Promise<void>;
    };

export const DEFAULT_UPLOAD_TIMEOUT_MS = 120_000;
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_PART_HEADERS = 20;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_NAME_LENGTH = 255;
/** Files of other fields are read to the end, so that the client gets to read the refusal, but not without end. */
const MAX_OTHER_FILES = 5;
/** How often a form that was read to its end is asked whether it is complete. */
const LOOK_AGAIN_MS = 500;

export async function readMultipart(
  request: IncomingMessage,
  upload: UploadDeclaration,
  store: FileStore,
): Promise<Multipart> {
  const refuseUnread = (refused: HttpRefusal): Multipart => {
    dropBody(request);
    return { refused };
  };
  const contentType = request.headers['content-type'] ?? '';
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isForm(request) || !isPlain) return refuseUnread(refusal('multipart_required'));
  const mostBytes = upload.maxFiles * upload.maxBytes + MAX_FIELDS * MAX_FIELD_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes)
    return refuseUnread(wrongFile(upload, 0, 'upload_too_large', { files: upload.maxFiles, max: upload.maxBytes }));
  let form: BusboyInstance;
  try {
    form = openForm(contentType, upload);
  } catch {
    return refuseUnread(refusal('invalid_multipart'));
  }
  return receive(request, form, upload, store);
}

export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

function openForm(contentType: string, { maxFiles, maxBytes }: UploadDeclaration): BusboyInstance {
  const files = maxFiles + MAX_OTHER_FILES;
  return new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      files,
      fileSize: maxBytes,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: files + MAX_FIELDS,
      headerPairs: MAX_PART_HEADERS,
      headerSize: MAX_PART_HEADER_BYTES,
    },
  });
}

/** What brings the reading to its end: all is there, something is refused, or an error of ours or of the connection. */
type End = { readonly refused: HttpRefusal } | { readonly failed: unknown } | 'complete';

function receive(
  request: IncomingMessage,
  form: BusboyInstance,
  upload: UploadDeclaration,
  store: FileStore,
): Promise<Multipart> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const streams: Readable[] = [];
  const strangers = new Set<string>();
  const receptions: Promise<UploadedFile & { discard(): Promise<void> }>[] = [];

  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(
      () => end({ refused: refusal('body_timeout', { headers: { Connection: 'close' } }) }),
      upload.timeoutMs ?? DEFAULT_UPLOAD_TIMEOUT_MS,
    );
    // A request also closes when all of it has come, which may be before all of it is on the disk.
    const onBroken = (error?: Error) => void (request.complete || end({ failed: new RequestAborted(error) }));

    form.on('file', (name: string | undefined, stream, filename, _encoding, mediaType) => {
      // A form that breaks off tells the stream as well, where nobody may be listening any more.
      stream.on('error', () => undefined);
      // A part may leave its name out, whatever the types of the parser say.
      if (name === undefined) {
        stream.resume();
        return end({ refused: refusal('invalid_multipart') });
      }
      if (!isField(name, upload.field)) strangers.add(name);
      if (isOver || strangers.has(name)) return void stream.resume();
      const index = receptions.length;
      if (index === upload.maxFiles) {
        return end({ refused: wrongFile(upload, index, 'too_many_files', { max: upload.maxFiles }) });
      }
      stream.on('limit', () => end({ refused: wrongFile(upload, index, 'file_too_large', { max: upload.maxBytes }) }));
      streams.push(stream);
      const reception = store.receive(stream).then((file) => uploaded(file, filename, mediaType));
      reception.catch((error: unknown) => end({ failed: error }));
      receptions.push(reception);
    });
    form.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
      if (name === undefined) return end({ refused: refusal('invalid_multipart') });
      const problem = { code: 'text_too_long', field: name, params: { max: MAX_FIELD_BYTES } };
      if (isTruncated) end({ refused: invalid([problem]) });
      else addField(fields, name, value);
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
      form.on(limit, () => end({ refused: refusal('invalid_multipart') }));
    form.on('error', () => end({ refused: refusal('invalid_multipart') }));
    form.on('finish', () => end('complete'));
    request.on('error', onBroken).on('close', onBroken);
    request.once('end', () => void endWhenStuck());
    request.pipe(form);

    /** A part without any header leaves the parser waiting: when all is read and written, nothing more will come. */
    async function endWhenStuck(): Promise<void> {
      while (!isOver) {
        await pause(LOOK_AGAIN_MS, undefined, { ref: false });
        const isRead = form.writableFinished;
        await Promise.allSettled(receptions);
        if (isRead) end({ refused: refusal('invalid_multipart') });
      }
    }

    function end(how: End): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      request.off('error', onBroken).off('close', onBroken);
      if (how !== 'complete') {
        request.unpipe(form);
        streams.forEach((stream) => stream.destroy(new RequestAborted()));
        dropBody(request);
        request.resume();
      }
      settle(how).then(resolve, reject);
    }
  });

  async function settle(how: End): Promise<Multipart> {
    const outcomes = await Promise.allSettled(receptions);
    const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const discard = async (): Promise<void> => {
      await Promise.all(files.map((file) => file.discard()));
    };
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    const text = normaliseJson(fields);
    const refused =
      how === 'complete'
        ? (text.refused ?? unknownFiles(strangers, upload) ?? (files.length === 0 ? missing(upload) : undefined))
        : 'refused' in how
          ? how.refused
          : undefined;
    if (how === 'complete' && failure === undefined && refused === undefined)
      return { fields: 'value' in text ? (text.value as Record<string, unknown>) : {}, files, discard };
    await discard();
    if (refused !== undefined) return { refused };
    throw how !== 'complete' && 'failed' in how ? how.failed : failure?.reason;
  }
}

const isField = (name: string, field: string): boolean => name === field || name === `${field}[]`;
const missing = ({ field }: UploadDeclaration): HttpRefusal => invalid([{ code: 'required', field }]);

/** A file under another name would be left out without a word. */
function unknownFiles(names: ReadonlySet<string>, { field }: UploadDeclaration): HttpRefusal | undefined {
  if (names.size === 0) return undefined;
  const problems = [...names].map((name) => unknownField(name.replace(/\[\]$/, ''), name, [field]));
  return { ...invalid(problems), code: 'unknown_field' };
}

/** However it is noticed: what is wrong with a file is told at its place in the form. */
function wrongFile(
  { field, maxFiles }: UploadDeclaration,
  index: number,
  code: 'file_too_large' | 'too_many_files' | 'upload_too_large',
  params: Readonly<Record<string, number>>,
): HttpRefusal {
  return refuse(code, { field: maxFiles === 1 ? field : `${field}.${index}`, params });
}

/** `name[]` gathers a list; a name that comes again replaces what it said before. */
function addField(fields: Record<string, unknown>, name: string, value: string): void {
  if (!name.endsWith('[]')) fields[name] = value;
  else {
    const known = fields[name.slice(0, -2)];
    fields[name.slice(0, -2)] = Array.isArray(known) ? [...(known as unknown[]), value] : [value];
  }
}

function uploaded(file: ReceivedFile, filename: string | undefined, mediaType: string) {
  const characters = [...(filename ?? '').replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim()];
  const name = characters.slice(-MAX_NAME_LENGTH).join('');
  const { sha256, bytes, path, read, keep, discard } = file;
  return { name: name || 'file', declaredType: mediaType.toLowerCase(), sha256, bytes, path, read, keep, discard };
}
