import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { refuseInvalid, refuse } from '../../../domain/refusal.ts';
import type { FileArea, FileStore, ReceivedFile } from '../../../outside/files/index.ts';
import { discardBody, normaliseJson, RequestAborted } from './body.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildRefusal } from '../reply/errors.ts';
import { buildUnknownFieldProblem } from './unknown-field.ts';

/**
 * Uploads. Files are streamed to disk in chunks, hashed on the way, and stored only if the handler says so: the memory
 * used by a request does not depend on its size.
 */
export interface UploadDeclaration {
  /** Form field of the files; `files` also accepts `files[]`. */
  readonly field: string;
  /** Media types for the documentation: `image/png`, … */
  readonly types?: readonly string[];
  readonly maxFiles: number;
  /** Limit per file. */
  readonly maxBytes: number;
  /** The request may also be JSON, without files. */
  readonly orJson?: true;
  /** Timeout for receiving the files; two minutes by default. */
  readonly timeoutMs?: number;
}

export interface UploadedFile extends Pick<ReceivedFile, 'sha256' | 'bytes' | 'path' | 'read'> {
  /** Client-side file name, without folders. */
  readonly name: string;
  /** Media type declared by the client, in lower case. */
  readonly declaredType: string;
  keep(area: FileArea): Promise<void>;
}

export type Multipart =
  | { readonly refused: HttpRefusal }
  | {
      readonly refused?: undefined;
      /** Form fields that are not files, as text or lists of text. */
      readonly fields: Readonly<Record<string, unknown>>;
      readonly files: readonly UploadedFile[];
      /** Removes the files that the handler did not store. */
      discardFiles(): Promise<void>;
    };

export const DEFAULT_UPLOAD_TIMEOUT_MS = 120_000;
const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_PART_HEADERS = 20;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_NAME_LENGTH = 255;
/** Characters that reverse the direction of text: `invoice\u202Efdp.exe` is shown as `invoiceexe.pdf`. */
const HIDDEN_DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Files of other fields are read to the end, so that the client can read the refusal, but only up to this number. */
const MAX_OTHER_FILES = 5;
/** Interval for checking whether a form that was read to its end is complete. */
const LOOK_AGAIN_MS = 500;

export async function readMultipart(
  request: IncomingMessage,
  upload: UploadDeclaration,
  store: FileStore,
): Promise<Multipart> {
  const refuseUnread = (refused: HttpRefusal): Multipart => {
    discardBody(request);
    return { refused };
  };
  const contentType = request.headers['content-type'] ?? '';
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  if (!isForm(request) || !isPlain) return refuseUnread(buildRefusal('multipart_required'));
  const mostBytes = upload.maxFiles * upload.maxBytes + MAX_FIELDS * MAX_FIELD_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes)
    return refuseUnread(refuseFile(upload, 0, 'upload_too_large', { files: upload.maxFiles, max: upload.maxBytes }));
  let form: BusboyInstance;
  try {
    form = openForm(contentType, upload);
  } catch {
    return refuseUnread(buildRefusal('invalid_multipart'));
  }
  return receiveForm(request, form, upload, store);
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

/** How reading ended: complete, refused, or failed because of the server or the connection. */
type End = { readonly refused: HttpRefusal } | { readonly failed: unknown } | 'complete';

interface FormReading {
  readonly request: IncomingMessage;
  readonly form: BusboyInstance;
  readonly upload: UploadDeclaration;
  readonly store: FileStore;
  readonly fields: Record<string, unknown>;
  readonly streams: Readable[];
  /** Names of fields that are not declared but have files. */
  readonly strangers: Set<string>;
  readonly receptions: Promise<UploadedFile & { discard(): Promise<void> }>[];
  readonly timer: NodeJS.Timeout;
  readonly onBroken: (error?: Error) => void;
  readonly onOver: (how: End) => void;
  isOver: boolean;
}

function receiveForm(
  request: IncomingMessage,
  form: BusboyInstance,
  upload: UploadDeclaration,
  store: FileStore,
): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const reading: FormReading = {
      request,
      form,
      upload,
      store,
      fields: Object.create(null) as Record<string, unknown>,
      streams: [],
      strangers: new Set(),
      receptions: [],
      timer: setTimeout(
        () => endReading(reading, { refused: buildRefusal('body_timeout', { headers: { Connection: 'close' } }) }),
        upload.timeoutMs ?? DEFAULT_UPLOAD_TIMEOUT_MS,
      ),
      // A request also closes when it was received completely, possibly before everything is on disk.
      onBroken: (error) => void (request.complete || endReading(reading, { failed: new RequestAborted(error) })),
      onOver: (how) => void buildResult(reading, how).then(resolve, reject),
      isOver: false,
    };
    listenToForm(reading);
    request.on('error', reading.onBroken).on('close', reading.onBroken);
    request.once('end', () => void endWhenStuck(reading));
    request.pipe(form);
  });
}

function listenToForm(reading: FormReading): void {
  const { form, fields } = reading;
  const refuseForm = (): void => endReading(reading, { refused: buildRefusal('invalid_multipart') });
  form.on('file', (name: string | undefined, stream, filename, _encoding, mediaType) => {
    // An aborted form also emits an error on the stream, possibly without any listener left.
    stream.on('error', () => undefined);
    // A part may have no name, despite the types of the parser.
    if (name === undefined) {
      stream.resume();
      return refuseForm();
    }
    if (HIDDEN_DIRECTION.test(filename ?? '')) {
      stream.resume();
      const index = reading.receptions.length;
      return endReading(reading, { refused: refuseFile(reading.upload, index, 'file_name_hidden', {}) });
    }
    receiveFile(reading, name, stream, (file) => toUploadedFile(file, filename, mediaType));
  });
  form.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    if (name === undefined) return refuseForm();
    const problem = { code: 'text_too_long', field: name, params: { max: MAX_FIELD_BYTES } };
    if (isTruncated) endReading(reading, { refused: refuseInvalid([problem]) });
    else addField(fields, name, value);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit']) form.on(limit, refuseForm);
  form.on('error', refuseForm);
  form.on('finish', () => endReading(reading, 'complete'));
}

function receiveFile(
  reading: FormReading,
  name: string,
  stream: BusboyFileStream,
  toUpload: (file: ReceivedFile) => UploadedFile & { discard(): Promise<void> },
): void {
  const { upload, strangers, receptions, streams } = reading;
  if (!isUploadField(name, upload.field)) strangers.add(name);
  if (reading.isOver || strangers.has(name)) return void stream.resume();
  const index = receptions.length;
  if (index === upload.maxFiles)
    return endReading(reading, { refused: refuseFile(upload, index, 'too_many_files', { max: upload.maxFiles }) });
  stream.on('limit', () =>
    endReading(reading, { refused: refuseFile(upload, index, 'file_too_large', { max: upload.maxBytes }) }),
  );
  streams.push(stream);
  const reception = reading.store.receive(stream).then(toUpload);
  reception.catch((error: unknown) => endReading(reading, { failed: error }));
  receptions.push(reception);
}

/** A part without headers leaves the parser waiting: when everything is read and written, nothing more will come. */
async function endWhenStuck(reading: FormReading): Promise<void> {
  while (!reading.isOver) {
    await pause(LOOK_AGAIN_MS, undefined, { ref: false });
    const isRead = reading.form.writableFinished;
    await Promise.allSettled(reading.receptions);
    if (isRead) endReading(reading, { refused: buildRefusal('invalid_multipart') });
  }
}

function endReading(reading: FormReading, how: End): void {
  if (reading.isOver) return;
  reading.isOver = true;
  const { request, form, streams, onBroken } = reading;
  clearTimeout(reading.timer);
  request.off('error', onBroken).off('close', onBroken);
  if (how !== 'complete') {
    request.unpipe(form);
    streams.forEach((stream) => stream.destroy(new RequestAborted()));
    discardBody(request);
    request.resume();
  }
  reading.onOver(how);
}

async function buildResult({ fields, strangers, receptions, upload }: FormReading, how: End): Promise<Multipart> {
  const outcomes = await Promise.allSettled(receptions);
  const files = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const discardFiles = async (): Promise<void> => {
    await Promise.all(files.map((file) => file.discard()));
  };
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  const text = normaliseJson(fields);
  const refused =
    how === 'complete'
      ? (text.refused ??
        findUnknownFiles(strangers, upload) ??
        (receptions.length === 0 ? refuseMissingFile(upload) : undefined))
      : 'refused' in how
        ? how.refused
        : undefined;
  if (how === 'complete' && failure === undefined && refused === undefined)
    return { fields: 'value' in text ? (text.value as Record<string, unknown>) : {}, files, discardFiles };
  await discardFiles();
  if (refused !== undefined) return { refused };
  throw how !== 'complete' && 'failed' in how ? how.failed : failure?.reason;
}

const isUploadField = (name: string, field: string): boolean => name === field || name === `${field}[]`;
const refuseMissingFile = ({ field }: UploadDeclaration): HttpRefusal => refuseInvalid([{ code: 'required', field }]);

/** Without this check, a file under another field name would be ignored silently. */
function findUnknownFiles(names: ReadonlySet<string>, { field }: UploadDeclaration): HttpRefusal | undefined {
  if (names.size === 0) return undefined;
  const problems = [...names].map((name) => buildUnknownFieldProblem(name.replace(/\[\]$/, ''), name, [field]));
  return { ...refuseInvalid(problems), code: 'unknown_field' };
}

/** Reports a problem on the file's position in the form. */
function refuseFile(
  { field, maxFiles }: UploadDeclaration,
  index: number,
  code: 'file_name_hidden' | 'file_too_large' | 'too_many_files' | 'upload_too_large',
  params: Readonly<Record<string, number>>,
): HttpRefusal {
  return refuse(code, { field: maxFiles === 1 ? field : `${field}.${index}`, params });
}

/** `name[]` collects a list; a repeated name replaces its earlier value. */
function addField(fields: Record<string, unknown>, name: string, value: string): void {
  if (!name.endsWith('[]')) fields[name] = value;
  else {
    const known = fields[name.slice(0, -2)];
    fields[name.slice(0, -2)] = Array.isArray(known) ? [...(known as unknown[]), value] : [value];
  }
}

function toUploadedFile(file: ReceivedFile, filename: string | undefined, mediaType: string) {
  const characters = [...(filename ?? '').replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim()];
  const name = characters.slice(-MAX_NAME_LENGTH).join('');
  const { sha256, bytes, path, read, keep, discard } = file;
  return { name: name || 'file', declaredType: mediaType.toLowerCase(), sha256, bytes, path, read, keep, discard };
}
