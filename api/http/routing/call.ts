import type { IncomingMessage } from 'node:http';
import type { Language } from '../../../domain/language.ts';
import { isLanguage } from '../../../domain/language.ts';
import type { Services } from '../../services.ts';
import type { Caller, CompanyAccess, FirmAccess } from './access.ts';
import { bearerToken } from './bearer-token.ts';
import type { JsonBody } from '../input/body.ts';
import { clientAddress } from '../server/client-address.ts';
import type { CompletedReplies } from './idempotence.ts';
import type { UploadedFile } from '../input/multipart.ts';
import { acceptedLanguage, DEFAULT_LANGUAGE } from './language.ts';
import { queryParameter } from '../input/query.ts';
import type { InnerRequests, RouteRequest } from './route.ts';
import { callerKey } from '../reply/shown-once.ts';
import type { WriteContext } from './write-context.ts';
import { deviceOf, type Device } from './write-headers.ts';

/** Settings that every request needs. */
export interface CallSettings {
  readonly services: Services;
  readonly baseUrl: string;
  readonly trustProxy: number;
  readonly appKey: string;
  readonly innerOf: (call: Call) => InnerRequests;
}

/** What a call has that came inside another request. */
export interface Inside {
  readonly body: JsonBody;
  /** Undefined: as the headers say. */
  readonly statedVersion: number | null | undefined;
  readonly completed: CompletedReplies | undefined;
}

const NOTHING = Buffer.alloc(0);

/** One request on its way through the router: what each step finds out is written here for the next ones. */
export class Call implements RouteRequest<never, never, never> {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly path: string;
  readonly search: string;
  /** Headers that the answer gets whatever it is, such as those of a rate limit. */
  answerHeaders: Readonly<Record<string, string>> | null = null;
  params = undefined as never;
  query = undefined as never;
  body = undefined as never;
  files: readonly UploadedFile[] = [];
  /** Fields of an uploaded form. */
  fields: unknown = null;
  /** Removes uploaded files that were not kept. */
  discardFiles: (() => Promise<void>) | null = null;
  /** The body as it came, before its schema: what an idempotence key is bound to. */
  json: unknown = null;
  /** Read before anything else where a signature over it is the key. */
  signedBody: Buffer = NOTHING;
  knownCaller: Caller | null = null;
  knownCompany: CompanyAccess | null = null;
  knownFirm: FirmAccess | null = null;
  knownWrite: WriteContext | null = null;
  /** The last resort of language negotiation, when it had to be looked up. */
  firmLanguage: Language | null = null;
  /** Null for what came by itself. */
  inside: Inside | null = null;
  #names: readonly string[] = [];
  #values: readonly string[] = [];
  readonly #settings: CallSettings;
  #language: Language | null = null;

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

  /** Value of a parameter in braces, or undefined when the path has none of that name. */
  pathValue(name: string): string | undefined {
    const index = this.#names.indexOf(name);
    return index < 0 ? undefined : this.#values[index];
  }

  pathRecord(): Record<string, string> {
    return Object.fromEntries(this.#names.map((name, index) => [name, this.#values[index]!]));
  }

  get services(): Services {
    return this.#settings.services;
  }

  get ip(): string {
    return clientAddress(this.request, this.#settings.trustProxy);
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
    return this.knownCaller ?? missing('caller');
  }

  get company(): CompanyAccess {
    return this.knownCompany ?? missing('company file');
  }

  get firm(): FirmAccess {
    return this.knownFirm ?? missing('firm');
  }

  get write(): WriteContext {
    return this.knownWrite ?? missing('write context');
  }

  accepts(type: string): boolean {
    return this.request.headers.accept?.toLowerCase().includes(type) === true;
  }

  get device(): Device | null {
    return deviceOf(this.request.headers);
  }

  get inner(): InnerRequests {
    return this.#settings.innerOf(this);
  }

  callerKey(purpose: string): Buffer {
    return callerKey(this.#settings.appKey, bearerToken(this.request.headers.authorization ?? '') ?? '', purpose);
  }

  /** A text that stands for a secret and tells nothing of it without the key of the service. */
  conceal(secret: string): string {
    return callerKey(this.#settings.appKey, secret, 'fingerprint').toString('hex');
  }

  /** The user's stored language, else `lang`, else the header, else the firm's. */
  get language(): Language {
    return this.knownCaller?.locale ?? (this.#language ??= this.requestedLanguage() ?? this.lastResortLanguage());
  }

  requestedLanguage(): Language | null {
    const lang = queryParameter(this.search, 'lang');
    return isLanguage(lang) ? lang : acceptedLanguage(this.request.headers['accept-language']);
  }

  lastResortLanguage(): Language {
    return this.knownFirm?.locale ?? this.firmLanguage ?? DEFAULT_LANGUAGE;
  }
}

function missing(what: string): never {
  throw new Error(`This route has no ${what}: its declaration does not ask for one`);
}
