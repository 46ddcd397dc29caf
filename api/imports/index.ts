import { subject } from '../subject.ts';
import { createTemplateRoute } from './template-route.ts';

/** Workbooks to fill in and import. */
export const imports = subject({
  areas: { imports: 'Templates of the files that can be imported.' },
  routes: (api) => [createTemplateRoute(api)],
});
