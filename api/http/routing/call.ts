import type { IncomingMessage } from 'node:http';
import type { TokenAbility } from '../../../domain/identity/user-events.ts';
import type { Language } from '../../../domain/language.ts';
import { isLanguage } from '../../../domain/language.ts';
import type { Problem } from '../../../domain/refusal.ts';
import type { Readable } from 'node:stream';
import type { Services } from '../../services.ts';
import type { Downloads } from '../limits/downloads.ts';
import type { LaneName } from '../limits/heavy-lanes.ts';
import { getTenant, refuseTooMuch, type Turn } from '../limits/heavy-work.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import type { Caller, CompanyAccess, FirmAccess } from './access.ts';
import { extractBearerToken } from './bearer-token.ts';
import type { JsonBody } from '../input/body.ts';
import { getClientAddress } from '../server/client-address.ts';
import type { CompletedReplies } from './idempotence.ts';
import type { UploadedFile } from '../input/multipart.ts';
import { findAcceptedLanguage, DEFAULT_LANGUAGE } from './language.ts';
import { findQueryParameter } from '../input/query.ts';
import type { InnerRequests, RouteRequest } from './route.ts';
import { deriveCallerKey } from '../reply/shown-once.ts';
import type { WriteContext } from './write-context.ts';
import { readDevice, type Device } from './write-headers.ts';

/** Settings that every request needs. */
export interface CallSettings {
  readonly services: Services;
  readonly downloads: Downloads;
  readonly baseUrl: string;
  readonly trustProxy: number;
  readonly appKey: string;
  readonly innerOf: (call: Call) => InnerRequests;
}

/** Extra data of a call that came inside another request. */
export interface Inside {
  readonly body: JsonBody;
  /** Undefined: use the headers. */
  readonly statedVersion: number | null | undefined;
  readonly completed: CompletedReplies | undefined;
  /** The ability by which the outer request was granted; null for a session. */
  readonly outerAbility: TokenAbility | null;
  /** Whether the outer request has its turn in a queue: this one runs in it. */
  readonly hasTurn: boolean;
  /** Origin of its changes in the history; undefined: use the headers. */
  readonly origin: string | undefined;
  /** It ends before the handler. */
  readonly isCheckOnly: boolean;
}

const NOTHING = Buffer.alloc(0);

/** A request on its way through the router; each step stores its results here for the next ones. */
export class Call implements RouteRequest<never, never, never> {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly path: string;
  readonly search: string;
  /** Headers added to every response, such as those of a rate limit. */
  answerHeaders: Readonly<Record<string, string>> | null = null;
  params = undefined as never;
  query = undefined as never;
  body = undefined as never;
  files: readonly UploadedFile[] = [];
  /** Fields of an uploaded form. */
  fields: unknown = null;
  /** Removes uploaded files that were not stored. */
  discardFiles: (() => Promise<void>) | null = null;
  /** The body before validation; an idempotency key is bound to it. */
  json: unknown = null;
  /** Unknown fields of the body, if the client asked to be warned of them only. */
  ignoredFields: readonly Problem[] = [];
  /** Read first on routes where a signature over the body grants access. */
  signedBody: Buffer = NOTHING;
  knownCaller: Caller | null = null;
  knownCompany: CompanyAccess | null = null;
  knownFirm: FirmAccess | null = null;
  knownWrite: WriteContext | null = null;
  /** Last fallback of language negotiation, if it was looked up. */
  firmLanguage: Language | null = null;
  /** The ability by which the token was granted this request; null for a session. */
  ability: TokenAbility | null = null;
  /** Null for a request that came on its own. */
  inside: Inside | null = null;
  /** Called when the request turns out to be bulk work, which yields to others. */
  onBulkWork: (() => void) | null = null;
  /** Of an expensive request; null while it waits and for all others. */
  turn: (Turn & { readonly lane: LaneName }) | null = null;
  /** Replaces the services of the handler in a dry run. */
  rehearsed: Services | null = null;
  #names: readonly string[] = [];
  #values: readonly string[] = [];
  readonly #settings: CallSettings;
  #language: Language | null = null;
  #services: Services | null = null;
  /** Services that read from a replica; null for the primary. */
  #replica: Services | null = null;

  constructor(request: IncomingMessage, requestId: string, path: string, search: string, settings: CallSettings) {
    this.request = request;
    this.requestId = requestId;
    this.path = path;
    this.search = search;
    this.#settings = settings;
  }

  setPathValues(names: readonly string[], values: readonly string[]): void {
    this.#names = names;
    this.#values = values;
  }

  /** Value of a path parameter, or undefined if the path has none of that name. */
  getPathValue(name: string): string | undefined {
    const index = this.#names.indexOf(name);
    return index < 0 ? undefined : this.#values[index];
  }

  getPathRecord(): Record<string, string> {
    return Object.fromEntries(this.#names.map((name, index) => [name, this.#values[index]!]));
  }

  get services(): Services {
    return this.rehearsed ?? this.#services ?? this.#replica ?? this.#settings.services;
  }

  /** Chooses the server whose tables are read from now on; null for the primary. */
  readFrom(replica: Services | null): void {
    this.#replica = replica;
    this.#services = null;
  }

  /** A request inside this one reads from the same server. */
  shareServer(inner: Call): void {
    inner.readFrom(this.#replica);
  }

  /** From now on the tables are read through the pool of bulk reads. */
  readInBulk(): void {
    const services = this.#replica ?? this.#settings.services;
    this.#services = { ...services, pool: services.bulkPool };
  }

  beginDownload(stream: Readable): HttpRefusal | null {
    const refused = this.#settings.downloads.begin(getTenant(this), stream);
    return refused && refuseTooMuch(refused, this);
  }

  holdTurn(stream: Readable): void {
    this.turn?.holdUntilClosed(stream);
  }

  get ip(): string {
    return getClientAddress(this.request, this.#settings.trustProxy);
  }

  get headers(): IncomingMessage['headers'] {
    return this.request.headers;
  }

  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  get pathUrl(): string {
    return this.#settings.baseUrl + this.path;
  }

  get caller(): Caller {
    return this.knownCaller ?? failMissing('caller');
  }

  get company(): CompanyAccess {
    return this.knownCompany ?? failMissing('company file');
  }

  get firm(): FirmAccess {
    return this.knownFirm ?? failMissing('firm');
  }

  get write(): WriteContext {
    return this.knownWrite ?? failMissing('write context');
  }

  accepts(type: string): boolean {
    return this.request.headers.accept?.toLowerCase().includes(type) === true;
  }

  async untilDisconnect<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { socket } = this.request;
    const controller = new AbortController();
    const onClose = (): void => controller.abort();
    if (socket.destroyed) onClose();
    socket.once('close', onClose);
    try {
      return await work(controller.signal);
    } finally {
      socket.off('close', onClose);
    }
  }

  get device(): Device | null {
    return readDevice(this.request.headers);
  }

  get inner(): InnerRequests {
    return this.#settings.innerOf(this);
  }

  deriveCallerKey(purpose: string): Buffer {
    return deriveCallerKey(
      this.#settings.appKey,
      extractBearerToken(this.request.headers.authorization ?? '') ?? '',
      purpose,
    );
  }

  /** A keyed fingerprint of a secret, which reveals nothing without the key of the service. */
  conceal(secret: string): string {
    return deriveCallerKey(this.#settings.appKey, secret, 'fingerprint').toString('hex');
  }

  /** Stored language of the user, else `lang`, else the header, else the language of the firm. */
  get language(): Language {
    return this.knownCaller?.locale ?? (this.#language ??= this.findRequestedLanguage() ?? this.getFallbackLanguage());
  }

  findRequestedLanguage(): Language | null {
    const lang = findQueryParameter(this.search, 'lang');
    return isLanguage(lang) ? lang : findAcceptedLanguage(this.request.headers['accept-language']);
  }

  getFallbackLanguage(): Language {
    return this.knownFirm?.locale ?? this.firmLanguage ?? DEFAULT_LANGUAGE;
  }
}

function failMissing(what: string): never {
  throw new Error(`This route has no ${what}: its declaration does not require one`);
}
