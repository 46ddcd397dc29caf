import { PLAN_CODES } from '../../domain/licence/plans.ts';
import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const licenceIssue = declareCommand({
  name: 'licence issue',
  summary: 'Sign a licence and print its key.',
  script: 'licence:issue',
  options: {
    plan: { value: PLAN_CODES.filter((code) => code !== 'free').join('|'), about: 'The plan.', isRequired: true },
    firm: { value: 'TOKEN', about: 'Public token of the firm; any firm if omitted.' },
    users: { value: 'N', about: 'Number of users; the number of the plan if omitted.' },
    companies: { value: 'N', about: 'Number of company files; the number of the plan if omitted.' },
    'valid-from': { value: 'YYYY-MM-DD', about: 'First day; today if omitted.' },
    'valid-until': { value: 'YYYY-MM-DD', about: 'Last day; no end if omitted.' },
    'key-file': { value: 'FILE', about: 'The private key.' },
    json: JSON_OPTION,
  },
  missing: 'A plan is required',
  notes: ['The private key comes from --key-file, or from LICENCE_PRIVATE_KEY_FILE or LICENCE_PRIVATE_KEY.'],
  examples: ['--plan professional --firm AbCdEfGh1234 --valid-until 2027-12-31 --key-file licence.pem'],
  run: async (values) => (await import('../licences/issue.ts')).issueLicence(values),
});
