/**
 * An example of a request that succeeds for whoever may make it. Each route declares its own: the tests of access make it on
 * behalf of everyone, and the documentation shows it with what was answered to it.
 */
export interface ExampleRequest<Params = unknown, Query = unknown, Body = unknown> {
  /** Parameters of the path besides `company` and `firm`. */
  readonly params?: Omit<Params, 'company' | 'firm'>;
  /** Or as it stands in a link that the service gave out. */
  readonly query?: Partial<Query> | string;
  readonly body?: Body;
  /** A good body of each kind, where the body may be one of several. */
  readonly kinds?: Readonly<Record<string, Body>>;
  /** A good body for each other status that the route answers with. */
  readonly others?: Readonly<Record<number, Body>>;
  /** What a form uploads. */
  readonly file?: ExampleFile;
  /** The same as a file, on a route that takes JSON or a form. */
  readonly form?: ExampleFile;
  /** The company file, when it is not that of the scene. */
  readonly company?: ExampleCompany;
}

/** The request itself, or how it is made where it needs ids or what must be unique. */
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
  readonly fiscalYear: { readonly id: number; readonly periods: readonly { readonly id: number }[] };
  /** Id of a journal. */
  readonly journal: (code: string) => number;
}

/** What example requests are made of: a firm with a company file, and as many fresh things in it as they use up. */
export interface Scene {
  /** Another number each time, for what must be unique. */
  readonly next: () => number;
  /** Another code each time, always of the same length. */
  readonly code: () => string;
  readonly firm: { readonly token: string };
  readonly company: ExampleCompany;
  /** How someone signs in; every user of the scene has this password. */
  readonly signIn: { readonly email: string; readonly password: string };
  /** Another company file, for what would get in the way of other requests. */
  readonly otherCompany: () => Promise<ExampleCompany>;
  /** A company file of another country pack, which no request changes. */
  readonly abroad: (pack: 'FR' | 'LU') => Promise<ExampleCompany>;
  /** Makes the example request of another route first: `POST /v1/companies/{company}/lettering`. */
  readonly after: (route: string, changes?: Pick<ExampleRequest, 'body' | 'company'>) => Promise<Answered>;
  /** Id of a new record of the company file, made by the example of its POST. */
  readonly fresh: (resource: string, fields?: Readonly<Record<string, unknown>>) => Promise<number>;
  /** Id of a record that no request changes. */
  readonly standing: (resource: string) => Promise<number>;
  /** What is made once for all requests in the company file, under a name. */
  readonly once: <Made>(name: string, make: () => Promise<Made>) => Promise<Made>;
  /** Id of someone new in the team. */
  readonly member: () => Promise<number>;
  /** Someone who was invited and has not accepted, and what stands in the link. */
  readonly invited: () => Promise<{ readonly user: number; readonly token: string }>;
  /** Someone new in the team, and the id of an integration token of theirs. */
  readonly memberToken: () => Promise<{ readonly user: number; readonly token: number }>;
  /** A code of a second factor that whoever calls has prepared, or put in force. */
  readonly secondFactor: (standing: 'prepared' | 'enabled') => Promise<string>;
  /** What stands in a mailed link by which someone chooses another password. */
  readonly passwordLink: () => Promise<string>;
  /** Id of a new token of whoever calls. */
  readonly token: (kind: 'session' | 'integration') => Promise<number>;
  readonly licenceKey: () => string;
  /** Sees to it that there is a demo to try. */
  readonly demo: () => Promise<void>;
  /** A webhook of the firm with a delivery that has ended; a fresh one may be removed. */
  readonly webhook: (which: 'standing' | 'fresh') => Promise<{ readonly id: number; readonly delivery: number }>;
  /** Removes webhooks that others have added, where the firm has about as many as it may. */
  readonly roomForWebhook: () => Promise<void>;
  /** Name of the file of a logo. */
  readonly logo: () => Promise<string>;
  /** Query of the link that someone gets mailed to confirm an address. */
  readonly mailedQuery: () => Promise<string>;
}

/** What was requested before, and what it answered. */
export interface Answered {
  readonly params: Readonly<Record<string, number>>;
  readonly company: ExampleCompany;
  readonly answer: Readonly<Record<string, unknown>> & { readonly id: number };
}

/** Of one record that the collection of its resource does not use up. */
export const ofStanding =
  (resource: string) =>
  async ({ standing }: Scene): Promise<{ params: { id: number } }> => ({ params: { id: await standing(resource) } });

/** Of one record that was made for this request. */
export const ofFresh =
  (resource: string, fields?: Readonly<Record<string, unknown>>) =>
  async ({ fresh }: Scene): Promise<{ params: { id: number } }> => ({ params: { id: await fresh(resource, fields) } });
