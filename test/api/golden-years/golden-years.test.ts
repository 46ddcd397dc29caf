import { useService, type TestFirm } from '../../support/service.ts';
import { describeBelgium } from './belgium.ts';
import { describeFrance } from './france.ts';
import { describeLuxembourg } from './luxembourg.ts';

/**
 * One year of each country, over HTTP, in one company file: what returns, calendars and files say of the same entries.
 * The amounts of the returns themselves are in the golden years of test/domain/vat-declarations.
 */
describe('A golden year', () => {
  const service = useService();
  let firm: TestFirm;

  before(async () => {
    firm = await service.newFirm({ userLocale: null });
  });

  const shareFirm = () => ({ service, firm });
  describe('of Belgium', () => describeBelgium(shareFirm));
  describe('of France', () => describeFrance(shareFirm));
  describe('of Luxembourg', () => describeLuxembourg(shareFirm));
});
