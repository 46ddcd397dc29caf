import type { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import type { Services } from '../../services.ts';
import type { Caller, CompanyAccess, FirmAccess } from './access.ts';
import type { Answer } from '../reply/answer.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import type { Example } from './example.ts';
import type { CompletedReplies } from './idempotence.ts';
import type { UploadDeclaration, UploadedFile } from '../input/multipart.ts';
import type { StandIns } from '../input/readable.ts';
import type { Reply } from '../reply/reply.ts';
import type { WriteContext } from './write-context.ts';
import type { Device } from './write-headers.ts';

/**
 * What the token must allow: `session` = a session token only, `signed` = a signed URL instead of a token. `bridge` and
 * `operator` are opened by a key of their own, `provider` by a signature over the body.
 */
export type Ability = 'public' | 'read' | 'write' | 'sync' | 'session' | 'signed' | 'bridge' | 'operator' | 'provider';
export type MinimalRole = 'any' | 'reviewer' | 'encoder' | 'manager' | 'admin' | 'platform';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A handler answers with a reply, or with a refusal that the router translates and gives its status. */
export type Outcome = Reply | HttpRefusal;

type Shape = z.ZodType;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** One row of the API: everything that router, access checks, OpenAPI, docs and access tests need to know. */
export interface RouteDeclaration<
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends Shape | undefined,
> {
  readonly method: Method;
  /** With parameters in braces: `/v1/companies/{company}/entries/{id}`. */
  readonly path: string;
  /** Group in the documentation: `entries`, `accounts`, … */
  readonly area: string;
  readonly summary: string;
  readonly ability: Ability;
  readonly role: MinimalRole;
  readonly demo: 'allowed' | 'blocked';
  /** Requests a minute for one caller (user, else IP); absent: not limited. */
  readonly perMinute?: number;
  /**
   * Expensive work, which waits in a queue where each firm has one under way; `as_file`: only when another format than JSON is
   * requested.
   */
  readonly heavy?: 'always' | 'as_file';
  /** Why a read of a company file shows what is now, and takes no `known_at`. */
  readonly showsNow?: string;
  /** Answers also while books of another program are brought into the company file: it shows nothing of them. */
  readonly whileMigrating?: true;
  /** Largest JSON body; absent: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Of the path parameters besides `company` and `firm`, which are resolved before the handler runs. */
  readonly params?: P;
  readonly query?: Q;
  /** Of JSON; with `upload`, of the fields of the form that are no files. */
  readonly body?: B;
  /** The body is a form with files instead of JSON. */
  readonly upload?: UploadDeclaration;
  /** A request that succeeds; a test names the routes with parameters or a body that have none. */
  readonly example?: Example<Output<P>, Output<Q>, Output<B>>;
  /** Answer schemas by status; null = no body. */
  readonly replies: Readonly<Record<number, Shape | null>>;
  /** Media types of the files that a 200 may be instead of what `replies` says. */
  readonly fileTypes?: readonly string[];
  /** The same for people: how an outcome is shown to a browser that opens a link, or sends the form of such a page. */
  readonly page?: PageOf<Output<P>, Output<Q>>;
  /** Announces the end of the route: ISO 8601 dates, and where to read about it. */
  readonly deprecation?: { readonly since: string; readonly sunset?: string; readonly link?: string };
  /** What else is wrong with a body that its schema refuses: both are told in one answer. */
  readonly alsoWrong?: AlsoWrong<Output<P>, Output<B>>;
  /** Members of the answer, by dotted path, that are shown once: never kept in the clear for replays. */
  readonly secrets?: readonly string[];
  /** It takes its company file out of everybody's sight: whoever has done so is answered again all the same. */
  readonly hidesFile?: true;
  /** Error codes that this route can answer besides the general ones, for the documentation. */
  readonly errorCodes?: readonly string[];
  readonly handle: (request: RouteRequest<Output<P>, Output<Q>, Output<B>>) => Promise<Outcome> | Outcome;
}

/** Makes a page of what the handler answers or of why it was not asked. Body and query may not have been readable. */
export type PageOf<P, Q> = (
  request: Pick<RouteRequest<P, Q | undefined>, 'params' | 'query' | 'services' | 'language' | 'pathUrl' | 'search'> & {
    /** What the form of the page has sent, as text. */
    readonly form: Readonly<Record<string, string | undefined>>;
  },
  outcome: Outcome,
) => Promise<Page> | Page;

export interface Page {
  readonly html: string;
  /** Absent: that of the outcome. */
  readonly status?: number;
}

/** How a route judges what can be read of a body with wrong fields. Nothing is recorded. */
export interface AlsoWrong<P, B> {
  /** What stands in for a wrong field of this name; every other one is left out. */
  readonly standIns: StandIns;
  /** Of what is left, where it may lack more than a body may. */
  readonly schema?: Shape;
  judge(request: JudgedRequest<P>, body: B, wrong: WrongFields): Promise<Refusal | null>;
}

export type JudgedRequest<P = unknown> = Pick<
  RouteRequest<P>,
  'services' | 'company' | 'firm' | 'caller' | 'params' | 'language' | 'files'
>;

/** Which fields could not be read. */
export interface WrongFields {
  /** Whether one of them is this field, or a part of it. */
  has(field: string): boolean;
}

export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly language: Language;
  readonly requestId: string;
  readonly ip: string;
  /** What was uploaded, on a route with `upload`; what is not kept is gone after the answer. */
  readonly files: readonly UploadedFile[];
  /** Scheme and host as clients see them. */
  readonly baseUrl: string;
  /** Path of this request as clients see it, absolute from BASE_URL, without query. */
  readonly pathUrl: string;
  /** The query as it was sent. */
  readonly search: string;
  readonly services: Services;
  /** The moment that a read asked for with `known_at`: its tables are those of then. */
  readonly knownAt?: string;
  /** The signed-in caller; throws on a public route. */
  readonly caller: Caller;
  /** The company file of the path; throws on a route without `{company}`. */
  readonly company: CompanyAccess;
  /** The firm of the path; throws on a route without `{firm}`. */
  readonly firm: FirmAccess;
  /** Operation id, idempotence key, device and base version of a write. */
  readonly write: WriteContext;
  /** A key that only a request with the same token can have, apart for each purpose; kept nowhere. */
  callerKey(purpose: string): Buffer;
  /** Whether the client asks for this media type by its name. */
  accepts(type: string): boolean;
  /** From which device, where the request tells. */
  readonly device: Device | null;
  /** The body as it came, on a route that its signature opens. */
  readonly signedBody: Buffer;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Requests that this one brings along, made in its name. */
  readonly inner: InnerRequests;
}

/** A request inside another one: it passes the same steps as if it had come alone. */
export interface InnerRequest {
  readonly method: string;
  /** From the root, perhaps with a query. */
  readonly path: string;
  /** Those of a write, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: none. Strings are trimmed already. */
  readonly body: unknown;
  /** What the client has read, where another version is written to: a key stands for what the client asked. */
  readonly statedVersion?: number | null;
  /** Answers that are known to be memorised, so that none of them is looked for again. */
  readonly completed?: CompletedReplies;
}

export interface InnerRequests {
  /** The row that would answer; null where none would. */
  find(method: string, path: string): FoundRoute | null;
  /** @throws when the service itself cannot go on, such as without its database */
  run(request: InnerRequest): Promise<Answer>;
  /** What the idempotence key of these requests stands for. */
  completed(keys: readonly string[]): Promise<CompletedReplies>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** A route with its schema types forgotten: what the router loops over. */
export type Route = Omit<
  RouteDeclaration<Shape | undefined, Shape | undefined, Shape | undefined>,
  'handle' | 'page'
> & {
  readonly page?: PageOf<never, never>;
  readonly handle: (request: RouteRequest<never, never, never>) => Promise<Outcome> | Outcome;
};

export function route<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
>(declaration: RouteDeclaration<P, Q, B>): Route {
  return declaration;
}
