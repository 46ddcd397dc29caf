import type { ExampleRequest, Scene } from '../http/example.ts';
import type { Route } from '../http/route.ts';

/** The example of a route as readers see it: what is another each time has the value that it could have the first time. */
export function documentedExample({ example }: Pick<Route, 'example'>): ExampleRequest {
  if (typeof example !== 'function') return example ?? {};
  const request = example(ON_PAPER);
  // What other requests must prepare means nothing without them.
  return request instanceof Promise ? {} : request;
}

const never = new Promise<never>(() => undefined);
const prepares = () => never;

const ON_PAPER: Scene = {
  next: () => 1,
  code: () => 'X1000',
  firm: { token: 'Ab3dEf6hIj9k' },
  company: {
    token: 'Kq7wRt2yUi5p',
    fiscalYear: { id: 1, periods: Array.from({ length: 12 }, (_, index) => ({ id: index + 1 })) },
    journal: () => 1,
  },
  signIn: { email: 'someone@example.org', password: 'correct horse battery staple' },
  licenceKey: () => 'The key as it was issued',
  otherCompany: prepares,
  after: prepares,
  fresh: prepares,
  standing: prepares,
  member: prepares,
  invited: prepares,
  memberToken: prepares,
  token: prepares,
  logo: prepares,
  mailedQuery: prepares,
};
