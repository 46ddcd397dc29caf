import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import type { Services } from '../../services.ts';
import type { Caller, CompanyAccess, FirmAccess } from './access.ts';
import type { Answer } from '../reply/answer.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import type { Example } from './example.ts';
import type { RehearsedCommand } from '../../../commands/support/rehearsal.ts';
import { declareDryRun } from './dry-run.ts';
import type { CompletedReplies } from './idempotence.ts';
import type { UploadDeclaration, UploadedFile } from '../input/multipart.ts';
import type { StandIns } from '../input/readable.ts';
import type { Reply } from '../reply/reply.ts';
import type { WriteContext } from './write-context.ts';
import type { Device } from './write-headers.ts';

/**
 * Required access: `token` = any token, `session` = only a session token, `signed` = a signed URL instead of a token.
 * `bridge` and `operator` require their own key, `provider` a signature over the body.
 */
export type Ability = CallerAbility | 'public' | 'signed' | 'bridge' | 'operator' | 'provider';
/** Abilities that the token of a caller grants. */
export type CallerAbility = 'read' | 'write' | 'sync' | 'session' | 'token';
export type MinimalRole = 'any' | 'reviewer' | 'encoder' | 'manager' | 'admin' | 'platform';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A handler returns a reply, or a refusal that the router translates and gives its status. */
export type Outcome = Reply | HttpRefusal;

type Shape = z.ZodType;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** One route of the API: everything that the router, access checks, OpenAPI, docs and access tests need. */
export interface RouteDeclaration<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
> {
  readonly method: Method;
  /** With parameters in braces: `/v1/companies/{company}/entries/{id}`. */
  readonly path: string;
  /** Name of the operation, if its usual name differs from the one derived from the path. */
  readonly operationId?: string;
  /** Resource in the feed of the record that the path names, if the collection in the path has another name. */
  readonly concerns?: string;
  /** Group in the documentation: `entries`, `accounts`, … */
  readonly area: string;
  readonly summary: string;
  readonly ability: Ability;
  readonly role: MinimalRole;
  readonly demo: 'allowed' | 'blocked';
  /** Requests per minute for one caller (user, else IP); unlimited by default. */
  readonly perMinute?: number;
  /** Refuses requests of pages of other origins, unless they are allowed to call the service. */
  readonly refusesForeignOrigins?: true;
  /** A probe of supervisors and load balancers: it is neither limited nor logged nor measured. */
  readonly isProbe?: true;
  /**
   * Expensive work, queued with one running request per firm. `as_file`: a format other than JSON is expensive, and JSON
   * waits in the queue of reports. `archive`: made of parts that wait one by one.
   */
  readonly heavy?: 'always' | 'as_file' | 'archive';
  /** Why a read of a company file shows the present and takes no `known_at`. */
  readonly showsNow?: string;
  /** Also available during a migration of the company file, because it shows none of the migrated data. */
  readonly whileMigrating?: true;
  /** Maximum size of a JSON body; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Path parameters besides `company` and `firm`, which are resolved before the handler runs. */
  readonly params?: P;
  readonly query?: Q;
  /** Schema of the JSON body; with `upload`, of the form fields that are not files. */
  readonly body?: B;
  /** The body is a form with files instead of JSON. */
  readonly upload?: UploadDeclaration;
  /** A request that succeeds; a test lists the routes with parameters or a body that have none. */
  readonly example?: Example<Output<P>, Output<Q>, Output<B>>;
  /** Response schemas by status; null for no body. */
  readonly replies: Readonly<Record<number, Shape | null>>;
  /** Media types of files that a 200 may return instead of the declared reply. */
  readonly fileTypes?: readonly string[];
  /** Page for people: how an outcome is shown to a browser that opens a link or submits the form of such a page. */
  readonly page?: PageOf<Output<P>, Output<Q>>;
  /** On every route that posts: `dry_run: true` shows what it would post, and records nothing. */
  readonly dryRun?: DryRun<Output<P>, Output<Q>, Output<B>>;
  /** Announces the end of the route: ISO 8601 dates and a link with details. */
  readonly deprecation?: { readonly since: string; readonly sunset?: string; readonly link?: string };
  /** Further checks of a body that its schema refuses: all problems are reported in one response. */
  readonly alsoWrong?: AlsoWrong<Output<P>, Output<B>>;
  /** Members of the response, by dotted path, that are shown only once: never stored in plain text for replays. */
  readonly secrets?: readonly string[];
  /** The route hides its company file: a repeated request by the same caller still gets its response. */
  readonly hidesFile?: true;
  /** Error codes of this route besides the general ones, for the documentation. */
  readonly errorCodes?: readonly string[];
  readonly handle: (request: RouteRequest<Output<P>, Output<Q>, Output<B>>) => Promise<Outcome> | Outcome;
}

export interface DryRun<P, Q, B> {
  /** The response, which has `dry_run: true`. */
  readonly reply: Shape;
  /** Earlier names of the field, which are still accepted. */
  readonly aliases?: readonly string[];
  /**
   * Builds the response from the command that the handler would have recorded. `dry_run` is added to it. Without it, the
   * handler responds itself, because it reports more than the command records.
   */
  present?(request: RouteRequest<P, Q, B>, rehearsed: RehearsedCommand): Promise<object | Refusal> | object | Refusal;
}

/** Renders a page for the outcome of the handler, or for a refusal before it. Body and query may be unreadable. */
export type PageOf<P, Q> = (
  request: Pick<RouteRequest<P, Q | undefined>, 'params' | 'query' | 'services' | 'language' | 'pathUrl' | 'search'> & {
    /** Submitted form fields, as text. */
    readonly form: Readonly<Record<string, string | undefined>>;
  },
  outcome: Outcome,
) => Promise<Page> | Page;

export interface Page {
  readonly html: string;
  /** Default: the status of the outcome. */
  readonly status?: number;
}

/** Checks the readable part of an invalid body. Nothing is recorded. */
export interface AlsoWrong<P, B> {
  /** Replacement values for invalid fields, by name; all other invalid fields are left out. */
  readonly standIns: StandIns;
  /** Schema of the remaining body, if it may lack required fields. */
  readonly schema?: Shape;
  findRefusal(request: JudgedRequest<P>, body: B, wrong: WrongFields): Promise<Refusal | null>;
}

export type JudgedRequest<P = unknown> = Pick<
  RouteRequest<P>,
  'services' | 'company' | 'firm' | 'caller' | 'params' | 'language' | 'files'
>;

/** The fields that could not be read. */
export interface WrongFields {
  /** Whether this field or a part of it is among them. */
  hasField(field: string): boolean;
}

export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly language: Language;
  readonly requestId: string;
  readonly ip: string;
  /** Uploaded files, on a route with `upload`; files not stored are removed after the response. */
  readonly files: readonly UploadedFile[];
  /** Public scheme and host. */
  readonly baseUrl: string;
  /** Public URL of this request, absolute from BASE_URL, without query. */
  readonly pathUrl: string;
  /** The raw query string. */
  readonly search: string;
  readonly services: Services;
  /** The moment requested with `known_at`: tables are read as of that moment. */
  readonly knownAt?: string;
  /** The signed-in caller; throws on a public route. */
  readonly caller: Caller;
  /** The company file of the path; throws on a route without `{company}`. */
  readonly company: CompanyAccess;
  /** The firm of the path; throws on a route without `{firm}`. */
  readonly firm: FirmAccess;
  /** Operation id, idempotency key, device and base version of a write. */
  readonly write: WriteContext;
  /** A key available only to requests with the same token, different for each purpose; never stored. */
  deriveCallerKey(purpose: string): Buffer;
  /** Whether the client explicitly accepts this media type. */
  accepts(type: string): boolean;
  /** Runs long work with a signal that is aborted when the client closes its connection. */
  untilDisconnect<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Counts a long file that is sent while it is read, or refuses it. */
  beginDownload(stream: Readable): HttpRefusal | null;
  /** Keeps the turn of an expensive request until the stream has closed. */
  holdTurn(stream: Readable): void;
  /** The device, if the request names one. */
  readonly device: Device | null;
  /** The raw body, on a route that requires a signature over it. */
  readonly signedBody: Buffer;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Requests contained in this one, run on behalf of its caller. */
  readonly inner: InnerRequests;
}

/** A request inside another one: it passes the same steps as a separate request. */
export interface InnerRequest {
  readonly method: string;
  /** Absolute path, optionally with a query. */
  readonly path: string;
  /** Headers of a write, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: none. Strings are already trimmed. */
  readonly body: unknown;
  /** The version the client has read, if another one is written to: the key covers the original request. */
  readonly statedVersion?: number | null;
  /** Known stored responses, so that they are not looked up again. */
  readonly completed?: CompletedReplies;
  /** Origin of the change in the history; that of the headers by default. */
  readonly origin?: 'integration';
  /** Passes all checks and ends before the handler, with 204. */
  readonly isCheckOnly?: true;
}

export interface InnerRequests {
  /** The route that would handle the request; null if there is none. */
  findRoute(method: string, path: string): FoundRoute | null;
  /** @throws if the service itself cannot continue, for example without its database */
  runRequest(request: InnerRequest): Promise<Answer>;
  /** Stored responses for these idempotency keys. */
  findCompletedReplies(keys: readonly string[]): Promise<CompletedReplies>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** A route without its schema types, as used by the router. */
export type Route = Omit<
  RouteDeclaration<Shape | undefined, Shape | undefined, Shape | undefined>,
  'handle' | 'page' | 'dryRun'
> & {
  readonly dryRun?: DryRun<never, never, never>;
  readonly page?: PageOf<never, never>;
  readonly handle: (request: RouteRequest<never, never, never>) => Promise<Outcome> | Outcome;
};

export function route<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declaration: RouteDeclaration<P, Q, B>): Route {
  const { dryRun } = declaration;
  return dryRun === undefined ? declaration : { ...declaration, ...declareDryRun(declaration, dryRun.reply) };
}
