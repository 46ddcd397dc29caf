import de from '../../locales/de/licence-plans.json' with { type: 'json' };
import en from '../../locales/en/licence-plans.json' with { type: 'json' };
import fr from '../../locales/fr/licence-plans.json' with { type: 'json' };
import nl from '../../locales/nl/licence-plans.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../language.ts';

/** The plans on sale, as data: users, company files, storage and mail, price and labels of each. */

export const PLAN_CODES = ['free', 'starter', 'professional', 'firm', 'unlimited'] as const;
export type PlanCode = (typeof PLAN_CODES)[number];

/** A number of users, company files or gigabytes. Null: unlimited. */
export type Allowance = number | null;

export interface Plan {
  readonly code: PlanCode;
  readonly users: Allowance;
  readonly companies: Allowance;
  /** Gigabytes (10⁹ bytes) of files. */
  readonly storage: Allowance;
  /** Recipients of mails, per day. */
  readonly recipientsPerDay: number;
  /** In euro, excluding VAT, as decimal strings. */
  readonly price: { readonly monthly: string; readonly yearly: string };
  readonly features: readonly FeatureCode[];
  readonly label: Labels;
  readonly description: Labels;
}

export const FEATURES = combineLanguages({ de, en, fr, nl });

export type FeatureCode = keyof typeof FEATURES;

const EVERYWHERE: readonly FeatureCode[] = ['full_accounting', 'bank_and_sepa', 'offline_sync', 'api_and_webhooks'];

/** From the smallest to the largest. Every plan includes all accounting features. Only the limits grow. */
export const PLANS: readonly Plan[] = [
  {
    code: 'free',
    users: 10,
    companies: 50,
    storage: 20,
    recipientsPerDay: 200,
    price: { monthly: '0.00', yearly: '0.00' },
    features: EVERYWHERE,
    label: { fr: 'Gratuit', nl: 'Gratis', en: 'Free', de: 'Kostenlos' },
    description: {
      fr: 'Pour un petit cabinet, ou pour essayer sans limite de durée.',
      nl: 'Voor een klein kantoor, of om uit te proberen zonder einddatum.',
      en: 'For a small firm, or to try it out for as long as you like.',
      de: 'Für eine kleine Kanzlei oder zum Ausprobieren ohne Zeitbegrenzung.',
    },
  },
  {
    code: 'starter',
    users: 15,
    companies: 150,
    storage: 100,
    recipientsPerDay: 2_000,
    price: { monthly: '79.00', yearly: '790.00' },
    features: [...EVERYWHERE, 'support_email'],
    label: { fr: 'Démarrage', nl: 'Start', en: 'Starter', de: 'Einstieg' },
    description: {
      fr: 'Pour le cabinet qui grandit et veut pouvoir poser ses questions.',
      nl: 'Voor het kantoor dat groeit en met vragen terechtkan.',
      en: 'For a growing firm that wants support.',
      de: 'Für die Kanzlei, die wächst und Fragen stellen möchte.',
    },
  },
  {
    code: 'professional',
    users: 40,
    companies: 500,
    storage: 500,
    recipientsPerDay: 2_000,
    price: { monthly: '199.00', yearly: '1990.00' },
    features: [...EVERYWHERE, 'support_email'],
    label: { fr: 'Professionnel', nl: 'Professioneel', en: 'Professional', de: 'Professionell' },
    description: {
      fr: 'Pour le cabinet établi, avec plusieurs équipes.',
      nl: 'Voor het gevestigde kantoor met meerdere teams.',
      en: 'For an established firm with several teams.',
      de: 'Für die etablierte Kanzlei mit mehreren Teams.',
    },
  },
  {
    code: 'firm',
    users: 150,
    companies: 2500,
    storage: 2000,
    recipientsPerDay: 2_000,
    price: { monthly: '499.00', yearly: '4990.00' },
    features: [...EVERYWHERE, 'support_priority'],
    label: { fr: 'Cabinet', nl: 'Kantoor', en: 'Firm', de: 'Kanzlei' },
    description: {
      fr: 'Pour le cabinet à plusieurs sièges.',
      nl: 'Voor het kantoor met meerdere vestigingen.',
      en: 'For a firm with several offices.',
      de: 'Für die Kanzlei mit mehreren Standorten.',
    },
  },
  {
    code: 'unlimited',
    users: null,
    companies: null,
    storage: null,
    recipientsPerDay: 2_000,
    price: { monthly: '1190.00', yearly: '11900.00' },
    features: [...EVERYWHERE, 'support_priority'],
    label: { fr: 'Illimité', nl: 'Onbeperkt', en: 'Unlimited', de: 'Unbegrenzt' },
    description: {
      fr: 'Autant d’utilisateurs et de dossiers que vous voulez.',
      nl: 'Zoveel gebruikers en dossiers als u wilt.',
      en: 'As many users and company files as you need.',
      de: 'So viele Benutzer und Akten, wie Sie möchten.',
    },
  },
];

const byCode = new Map<string, Plan>(PLANS.map((plan) => [plan.code, plan]));

export const FREE_PLAN: Plan = byCode.get('free')!;

export function findPlan(code: string): Plan | undefined {
  return byCode.get(code);
}
