import { subject } from '../subject.ts';
import { exportRoutes } from './exports.ts';
import { fullDossierRoute } from './full-dossier.ts';

/** What leaves the house: reports and lists as files, and the whole dossier of a year. */
export const dossiers = subject({ routes: [...exportRoutes, fullDossierRoute] });
