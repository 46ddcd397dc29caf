/**
 * An example request that succeeds for an authorized caller. Each route declares its own: the access tests send it on
 * behalf of every kind of user, and the documentation shows it with its response.
 */
export interface ExampleRequest<Params = unknown, Query = unknown, Body = unknown> {
  /** Path parameters besides `company` and `firm`. */
  readonly params?: Omit<Params, 'company' | 'firm'>;
  /** Or the query string of a link issued by the service. */
  readonly query?: Partial<Query> | string;
  readonly body?: Body;
  /** A valid body of each kind, if several are possible. */
  readonly kinds?: Readonly<Record<string, Body>>;
  /** A valid body for each other success status of the route. */
  readonly others?: Readonly<Record<number, Body>>;
  /** File uploaded by a form. */
  readonly file?: ExampleFile;
  /** The same as a file, on a route that accepts JSON or a form. */
  readonly form?: ExampleFile;
  /** The company file, if it is not the shared one. */
  readonly company?: ExampleCompany;
}

/** The request itself, or a function that builds it if it needs ids or unique values. */
export type Example<Params = unknown, Query = unknown, Body = unknown> =
  | ExampleRequest<Params, Query, Body>
  | ((scene: Scene) => MadeRequest<Params, Query, Body>);

type MadeRequest<Params, Query, Body> =
  | ExampleRequest<Params, Query, Body>
  | Promise<ExampleRequest<Params, Query, Body>>;

export interface ExampleFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** A company file with the chart, journals and fiscal year 2026 of the Belgian country pack. */
export interface ExampleCompany {
  readonly token: string;
  /** Digits of its own enterprise number; null if it has none. */
  readonly enterpriseNumber: string | null;
  readonly fiscalYear: { readonly id: number; readonly periods: readonly { readonly id: number }[] };
  /** Id of a journal. */
  readonly journal: (code: string) => number;
}

/** Fixtures for example requests: a firm with a company file, and as many new records as needed. */
export interface Scene {
  /** A new number each time, for unique values. */
  readonly next: () => number;
  /** A new code each time, always of the same length. */
  readonly code: () => string;
  readonly firm: { readonly token: string };
  readonly company: ExampleCompany;
  /** Sign-in credentials; every user of the fixtures has this password. */
  readonly signIn: { readonly email: string; readonly password: string };
  /** A separate company file, for requests that would disturb others. */
  readonly otherCompany: () => Promise<ExampleCompany>;
  /** A company file with another country pack, which no request changes. */
  readonly abroad: (pack: 'FR' | 'LU') => Promise<ExampleCompany>;
  /** Runs the example request of another route first: `POST /v1/companies/{company}/lettering`. */
  readonly after: (
    route: string,
    changes?: Pick<ExampleRequest, 'params' | 'body' | 'company' | 'file'>,
  ) => Promise<Answered>;
  /** Id of a new record of the company file, created by the example of its POST. */
  readonly fresh: (resource: string, fields?: Readonly<Record<string, unknown>>) => Promise<number>;
  /** Id of a record that no request changes. */
  readonly standing: (resource: string) => Promise<number>;
  /** Creates something once for all requests in the company file, under a name. */
  readonly once: <Made>(name: string, make: () => Promise<Made>) => Promise<Made>;
  /** Id of a new team member. */
  readonly member: () => Promise<number>;
  /** An invited user who has not accepted yet, and the token of the link. */
  readonly invited: () => Promise<{ readonly user: number; readonly token: string }>;
  /** A new team member, and the id of one of their integration tokens. */
  readonly memberToken: () => Promise<{ readonly user: number; readonly token: number }>;
  /** Password of another account with the address of the caller. */
  readonly accountToJoin: () => Promise<string>;
  /** A code of a second factor that the caller has prepared or enabled. */
  readonly secondFactor: (standing: 'prepared' | 'enabled') => Promise<string>;
  /** One-time code of a sign-in at a provider. */
  readonly signOnCode: () => Promise<string>;
  /** Token of a mailed password reset link. */
  readonly passwordLink: () => Promise<string>;
  /** Id of a new token of the caller. */
  readonly token: (kind: 'session' | 'integration') => Promise<number>;
  readonly licenceKey: () => string;
  /** Makes sure that a demo is available. */
  readonly demo: () => Promise<void>;
  /** A webhook of the firm with a finished delivery; a fresh one may be deleted. */
  readonly webhook: (which: 'standing' | 'fresh') => Promise<{ readonly id: number; readonly delivery: number }>;
  /** Deletes endpoints added by other requests when the firm is close to its limit. */
  readonly roomForWebhook: () => Promise<void>;
  /** File name of a logo. */
  readonly logo: () => Promise<string>;
  /** Query of a mailed email confirmation link. */
  readonly mailedQuery: () => Promise<string>;
  /** Token of a link that verifies a sender address of the shared company file. */
  readonly senderToken: () => Promise<string>;
  /** The query of the link sent to the old address when another one is requested. */
  readonly cancelQuery: () => Promise<string>;
}

/** A previous request and its response. */
export interface Answered {
  readonly params: Readonly<Record<string, number>>;
  readonly company: ExampleCompany;
  readonly answer: Readonly<Record<string, unknown>> & { readonly id: number };
}

/** Params of a shared record that requests do not consume. */
export const withSharedRecord =
  (resource: string) =>
  async ({ standing }: Scene): Promise<{ params: { id: number } }> => ({ params: { id: await standing(resource) } });

/** Params of a record created for this request. */
export const withFreshRecord =
  (resource: string, fields?: Readonly<Record<string, unknown>>) =>
  async ({ fresh }: Scene): Promise<{ params: { id: number } }> => ({ params: { id: await fresh(resource, fields) } });
