import { z } from 'zod';
import { erasePerson } from '../../commands/persons/erase-person.ts';
import { readPersonalData } from '../../commands/persons/personal-data.ts';
import { BOOKS_FIELDS } from '../../domain/persons/personal-field-names.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { id, text } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { route } from '../http/routing/route.ts';
import { withCurrentRecord } from '../records/conflict.ts';
import { thirdPartyApi } from '../third-parties/third-party.ts';
import { replyWithArchive, ZIP_TYPE } from './archive.ts';
import { explainRetention, KeptField } from './kept.ts';
import { PersonalData, presentPersonalData } from './personal-data.ts';

const LONGEST_REASON = 500;
const LONGEST_NAME = 200;
const area = thirdParties.name;
const params = z.object({ id: id() });

const Erasure = z
  .object({
    erased_fields: z.array(z.string()).meta({ description: 'Names of the erased fields that had a value.' }),
    kept: z.array(KeptField).meta({ description: 'What the law requires to be kept. Empty if everything was erased.' }),
  })
  .meta({ id: 'Erasure' });

export const personRoutes = [
  route({
    method: 'post',
    path: '/v1/companies/{company}/third-parties/{id}/erase',
    area,
    summary:
      'Erase the personal data of a natural person permanently; the answer lists what the law requires to be kept, and until when',
    ability: 'write',
    role: 'admin',
    demo: 'blocked',
    params,
    body: z.object({
      reason: text(LONGEST_REASON),
      confirm: text(LONGEST_NAME).meta({ description: 'The name of the person, as confirmation.' }),
    }),
    example: async ({ fresh, next }) => {
      const name = `Person ${next()}`;
      const created = await fresh(area, { type: 'customer', name, notes: 'Prefers mornings' });
      return { params: { id: created }, body: { reason: 'Request of the person', confirm: name } };
    },
    replies: { 200: Erasure },
    errorCodes: ['conflict', 'erase_name_differs', 'erased', 'not_natural_person', 'retention_not_over'],
    async handle(request) {
      const { params: of, body, services, company, write, language } = request;
      const requested = { id: of.id, ...body, baseVersion: write.baseVersion };
      const erased = await erasePerson(services, company.id, requested, write);
      if (isRefusal(erased)) return withCurrentRecord(request, thirdPartyApi, of.id, erased);
      const known = await readPersonalData(services, company.id, of.id);
      const { retention } = known ?? { retention: null };
      const isAllGone = erased.every(({ part }) => part === 'all');
      const kept = (known?.fields ?? []).filter(({ name }) => (BOOKS_FIELDS as readonly string[]).includes(name));
      return ok(
        {
          erased_fields: [...new Set(erased.flatMap(({ fields }) => fields))],
          kept:
            isAllGone || retention === null
              ? []
              : kept.map(({ name }) => ({
                  field: name,
                  until: retention.until,
                  reason: explainRetention(retention, language),
                })),
        },
        { recorded: true },
      );
    },
  }),
  route({
    method: 'get',
    path: '/v1/companies/{company}/third-parties/{id}/personal-data',
    area,
    summary:
      'Export all that is known of a person: each datum, where it is used, until when it is kept, and the files; as JSON, or as a ZIP with the files',
    showsNow: 'a person gets what is known at present, with earlier values',
    ability: 'read',
    role: 'manager',
    demo: 'allowed',
    params,
    example: withSharedRecord(area),
    replies: { 200: PersonalData },
    fileTypes: [ZIP_TYPE],
    async handle(request) {
      const { params: of, services, company, language } = request;
      const known = await readPersonalData(services, company.id, of.id);
      if (!known) return refuse('not_found');
      const shown = presentPersonalData(known, of.id, language);
      if (!request.accepts(ZIP_TYPE)) return ok(shown);
      return replyWithArchive(request, shown, shown.files, `personal-data-${of.id}`);
    },
  }),
];
