import { subject } from '../subject.ts';
import { logoRoutes } from './logos.ts';

/** Public files. Upload errors are declared in `api/http`. */
export const files = subject({
  areas: { files: 'Public files.' },
  routes: logoRoutes,
});
