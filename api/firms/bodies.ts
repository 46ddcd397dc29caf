import { z } from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';
import { COMPANY_ROLES, FIRM_ROLES } from '../../domain/firms/member-events.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { bool, choice, email, list, publicTokenField, text } from '../http/input/fields.ts';
import { formattedText } from '../records/schemas.ts';

/** Request bodies for firms and their members. */

/** Limit of what fits into one event. */
const MAX_COMPANIES = 5_000;
const PHONE = /^\+?[\d\s().\-/]{6,30}$/;
const FEWEST_DIGITS = 6;

function phone() {
  return text(30).transform((value, context) => {
    if (PHONE.test(value) && value.replace(/\D/g, '').length >= FEWEST_DIGITS) return value;
    context.issues.push({ code: 'custom', input: value, params: { key: 'phone_invalid' } });
    return z.NEVER;
  });
}

const password = () => text(LONGEST_PASSWORD, { min: SHORTEST_PASSWORD });
const companyTokens = () => list(publicTokenField(), { max: MAX_COMPANIES });

const optionalDetails = {
  email: email().nullish(),
  phone: phone().nullish(),
  website: formattedText(255, 'url').nullish(),
  address: text(300).nullish(),
  postal_code: text(20).nullish(),
  city: text(100).nullish(),
  enterprise_number: text(30).nullish(),
  vat_number: text(30).nullish(),
  itaa_number: text(30).nullish(),
  itaa_status: text(100).nullish(),
  itaa_quality: text(100).nullish(),
};

export const SignOnChanges = z.object({
  provider: text(20).optional().meta({ description: 'Key of a provider that the operator configured.' }),
  required: bool().optional().meta({
    description: 'Makes the firm visible only to sessions opened through the provider. Switched on in such a session.',
  }),
  claim: text(200).nullish().meta({ description: 'Claim of the provider that decides the role; null for none.' }),
  roles: z
    .record(z.string().min(1).max(200), choice(FIRM_ROLES))
    .optional()
    .meta({ description: 'Role by value of the claim. `*` stands for every other value and for a missing claim.' }),
  create_members: bool().optional().meta({
    description: 'Adds people with a role to the team when they first sign in.',
  }),
});

export const FirmChanges = z.object({
  name: text(200).optional(),
  country_code: formattedText(2, 'country').optional(),
  locale: choice(LANGUAGES).optional(),
  ...optionalDetails,
  requires_second_factor: bool().optional(),
  /** The list of members that a client has read may be sent back. */
  members: z
    .preprocess(
      (value) => (Array.isArray(value) ? undefined : value),
      z
        .object({
          require_acceptance: bool()
            .optional()
            .meta({ description: 'Whether people with an account accept an invitation before they are members.' }),
        })
        .nullish(),
    )
    .optional()
    .meta({
      description:
        '`require_acceptance: false` makes people with the verified e-mail domain of the inviting administrator members at once, without an invitation to accept. Default: true.',
    }),
  sso: SignOnChanges.nullish().meta({
    description: 'Single sign-on of the firm; null ends it. Fields that are not sent stay as they are.',
  }),
});

export const NewFirm = z.object({
  name: text(200),
  country_code: formattedText(2, 'country').nullish(),
  locale: choice(LANGUAGES).nullish(),
  ...optionalDetails,
  admin: z.object({
    email: email(),
    name: text(200).nullish(),
    password: password().nullish(),
    locale: choice(LANGUAGES).nullish(),
  }),
});

/** Readable part of an invalid body. */
export const ReadableFirm = NewFirm.extend({
  name: text(200).nullish(),
  admin: NewFirm.shape.admin.partial().nullish(),
});

export const NewMember = z.object({
  email: email(),
  name: text(200).nullish(),
  password: password().nullish(),
  role: choice(FIRM_ROLES),
  locale: choice(LANGUAGES).nullish(),
  company_tokens: companyTokens().nullish(),
});

/** Readable part of an invalid body. */
export const ReadableMember = NewMember.partial();

export const MemberChanges = z.object({
  role: choice(FIRM_ROLES).optional(),
  is_active: bool().optional(),
  name: text(200).nullish(),
  password: password().nullish(),
});

export const Assignment = z.object({
  company_tokens: companyTokens(),
  role: choice(COMPANY_ROLES).nullish(),
  all_companies: bool().nullish(),
});

/** Readable part of an invalid body. */
export const ReadableAssignment = Assignment.partial();
