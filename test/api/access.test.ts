import { setImmediate } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { readDocument, type Document } from './access/document.ts';
import { nameOf, unprepared } from './access/requests.ts';
import { useService } from '../support/service.ts';

/**
 * What each route demands, written down apart from its declaration: a route that is added, or whose demands change, must
 * be thought of twice. Method, path, ability, role, demo, requests a minute. Who is answered what follows from these, and
 * test/api/access asks every route on behalf of everyone.
 */
const TABLE = `
GET    /                                                                 public  any      ok      -
GET    /v1/status                                                        public  any      ok      -
GET    /v1/ping                                                          public  any      ok      -
GET    /livez                                                            public  any      ok      -
GET    /readyz                                                           public  any      ok      -
GET    /startupz                                                         public  any      ok      -
GET    /v1/country-packs                                                 read    any      ok      -
GET    /v1/country-packs/{code}                                          read    any      ok      -
GET    /v1/reference/legal-forms                                         read    any      ok      -
GET    /v1/reference/countries                                           read    any      ok      -
GET    /v1/reference/currencies                                          read    any      ok      -
GET    /v1/reference/nace-codes                                          read    any      ok      -
GET    /v1/reference/iban/{iban}                                         read    any      ok      -
GET    /v1/reference/error-codes                                         read    any      ok      -
GET    /v1/pricing                                                       public  any      ok      -
POST   /v1/auth/demo                                                     public  any      ok      10
POST   /v1/auth/login                                                    public  any      ok      20
GET    /v1/auth/me                                                       read    any      ok      -
PATCH  /v1/auth/me                                                       write   any      blocked -
DELETE /v1/auth/me                                                       session any      blocked 20
GET    /v1/auth/me/personal-data                                         session any      blocked -
PUT    /v1/auth/password                                                 session any      blocked -
POST   /v1/auth/email                                                    session any      blocked -
GET    /v1/auth/email/verify                                             signed  any      ok      -
POST   /v1/auth/email/verify                                             signed  any      ok      -
GET    /v1/auth/email/cancel                                             signed  any      ok      -
POST   /v1/auth/email/cancel                                             signed  any      ok      -
POST   /v1/auth/me/join                                                  session any      blocked 20
GET    /v1/auth/oidc                                                     public  any      ok      -
GET    /v1/auth/oidc/{key}/start                                         public  any      ok      20
GET    /v1/auth/oidc/{key}/callback                                      public  any      ok      20
POST   /v1/auth/oidc/exchange                                            public  any      ok      20
GET    /v1/auth/invitations/{token}                                      public  any      blocked 20
POST   /v1/auth/invitations/{token}                                      public  any      blocked 20
POST   /v1/auth/password/forgot                                          public  any      blocked 6
GET    /v1/auth/password/reset                                           public  any      blocked 6
POST   /v1/auth/password/reset                                           public  any      blocked 6
POST   /v1/auth/totp                                                     session any      blocked -
POST   /v1/auth/totp/confirm                                             session any      blocked 20
DELETE /v1/auth/totp                                                     session any      blocked 20
POST   /v1/auth/logout                                                   write   any      ok      -
GET    /v1/auth/sessions                                                 session any      ok      -
DELETE /v1/auth/sessions/{id}                                            session any      ok      -
GET    /v1/auth/tokens                                                   session any      ok      -
POST   /v1/auth/tokens                                                   session any      blocked 20
DELETE /v1/auth/tokens/{token}                                           session any      blocked -
GET    /v1/firms                                                         read    any      ok      -
POST   /v1/firms                                                         write   platform blocked -
GET    /v1/firms/{firm}                                                  read    any      ok      -
PATCH  /v1/firms/{firm}                                                  write   manager  blocked -
PUT    /v1/firms/{firm}/logo                                             write   manager  blocked -
POST   /v1/firms/{firm}/sync                                             write   manager  blocked 6
GET    /v1/firms/{firm}/members                                          read    any      ok      -
POST   /v1/firms/{firm}/members                                          write   admin    blocked -
PATCH  /v1/firms/{firm}/members/{user}                                   write   admin    blocked -
DELETE /v1/firms/{firm}/members/{user}                                   write   admin    blocked -
PUT    /v1/firms/{firm}/members/{user}/companies                         write   manager  blocked -
POST   /v1/firms/{firm}/members/{user}/invitation                        session admin    blocked 6
GET    /v1/firms/{firm}/members/{user}/tokens                            session admin    blocked -
DELETE /v1/firms/{firm}/members/{user}/tokens/{token}                    session admin    blocked -
GET    /v1/firms/{firm}/companies                                        read    any      ok      -
GET    /v1/firms/{firm}/activity                                         read    any      ok      -
GET    /v1/firms/{firm}/vat/calendar                                     read    any      ok      -
GET    /v1/firms/{firm}/dashboard                                        read    any      ok      -
GET    /v1/firms/{firm}/board                                            read    any      ok      -
POST   /v1/firms/{firm}/vat/consignment                                  write   manager  ok      -
GET    /v1/firms/{firm}/licence                                          read    any      ok      -
POST   /v1/firms/{firm}/licence                                          session admin    blocked -
DELETE /v1/firms/{firm}/licence                                          session admin    blocked -
GET    /v1/lookup/companies                                              read    any      blocked -
GET    /v1/lookup/companies/{number}                                     read    any      blocked -
GET    /v1/lookup/vat/{number}                                           read    any      blocked -
GET    /v1/lookup/peppol/{participant}                                   read    any      blocked -
GET    /v1/firms/{firm}/webhooks                                         read    manager  blocked -
POST   /v1/firms/{firm}/webhooks                                         write   manager  blocked -
GET    /v1/firms/{firm}/webhooks/{id}                                    read    manager  blocked -
PATCH  /v1/firms/{firm}/webhooks/{id}                                    write   manager  blocked -
DELETE /v1/firms/{firm}/webhooks/{id}                                    write   manager  blocked -
POST   /v1/firms/{firm}/webhooks/{id}/rotate-secret                      write   manager  blocked -
POST   /v1/firms/{firm}/webhooks/{id}/test                               write   manager  blocked 12
GET    /v1/firms/{firm}/webhooks/{id}/deliveries                         read    manager  blocked -
GET    /v1/firms/{firm}/webhooks/{id}/deliveries/{delivery}              read    manager  blocked -
POST   /v1/firms/{firm}/webhooks/{id}/deliveries/{delivery}/resend       write   manager  blocked -
POST   /v1/firms/{firm}/webhooks/{id}/recover                            write   manager  blocked -
POST   /v1/firms/{firm}/webhooks/{id}/replay                             write   manager  blocked -
GET    /v1/webhooks/events                                               read    any      ok      -
GET    /v1/companies                                                     read    any      ok      -
POST   /v1/companies                                                     write   manager  blocked -
GET    /v1/companies/{company}                                           read    any      ok      -
PATCH  /v1/companies/{company}                                           write   manager  ok      -
DELETE /v1/companies/{company}                                           write   admin    blocked -
GET    /v1/companies/{company}/settings                                  read    any      ok      -
PATCH  /v1/companies/{company}/settings                                  write   manager  ok      -
PUT    /v1/companies/{company}/logo                                      write   manager  ok      -
DELETE /v1/companies/{company}/logo                                      write   manager  ok      -
POST   /v1/companies/{company}/sheet/refresh                             write   manager  blocked -
GET    /v1/companies/{company}/members                                   read    any      ok      -
GET    /v1/companies/{company}/dashboard                                 read    any      ok      -
GET    /v1/companies/{company}/analytic-codes                            read    any      ok      -
POST   /v1/companies/{company}/analytic-codes                            write   encoder  ok      -
POST   /v1/companies/{company}/analytic-codes/import                     write   encoder  ok      -
GET    /v1/companies/{company}/analytic-codes/{id}                       read    any      ok      -
PATCH  /v1/companies/{company}/analytic-codes/{id}                       write   encoder  ok      -
DELETE /v1/companies/{company}/analytic-codes/{id}                       write   encoder  ok      -
GET    /v1/companies/{company}/accounts                                  read    any      ok      -
POST   /v1/companies/{company}/accounts                                  write   encoder  ok      -
GET    /v1/companies/{company}/accounts/{id}                             read    any      ok      -
PATCH  /v1/companies/{company}/accounts/{id}                             write   encoder  ok      -
DELETE /v1/companies/{company}/accounts/{id}                             write   encoder  ok      -
GET    /v1/companies/{company}/accounts/{id}/ledger                      read    any      ok      -
GET    /v1/companies/{company}/accounts/{id}/balance                     read    any      ok      -
POST   /v1/companies/{company}/accounts/import                           write   manager  ok      -
GET    /v1/companies/{company}/vat-codes                                 read    any      ok      -
POST   /v1/companies/{company}/vat-codes                                 write   manager  ok      -
GET    /v1/companies/{company}/vat-codes/{id}                            read    any      ok      -
PATCH  /v1/companies/{company}/vat-codes/{id}                            write   manager  ok      -
DELETE /v1/companies/{company}/vat-codes/{id}                            write   manager  ok      -
GET    /v1/companies/{company}/journals                                  read    any      ok      -
POST   /v1/companies/{company}/journals                                  write   manager  ok      -
GET    /v1/companies/{company}/journals/{id}                             read    any      ok      -
PATCH  /v1/companies/{company}/journals/{id}                             write   manager  ok      -
DELETE /v1/companies/{company}/journals/{id}                             write   manager  ok      -
GET    /v1/companies/{company}/journals/{id}/rules                       read    any      ok      -
POST   /v1/companies/{company}/journals/{id}/rules                       write   manager  ok      -
PATCH  /v1/companies/{company}/journals/{id}/rules/{rule}                write   manager  ok      -
DELETE /v1/companies/{company}/journals/{id}/rules/{rule}                write   manager  ok      -
POST   /v1/companies/{company}/journal-rules/test                        write   any      ok      -
GET    /v1/companies/{company}/number-series                             read    any      ok      -
POST   /v1/companies/{company}/number-series                             write   manager  ok      -
GET    /v1/companies/{company}/number-series/{id}                        read    any      ok      -
PATCH  /v1/companies/{company}/number-series/{id}                        write   manager  ok      -
DELETE /v1/companies/{company}/number-series/{id}                        write   manager  ok      -
GET    /v1/companies/{company}/fiscal-years                              read    any      ok      -
POST   /v1/companies/{company}/fiscal-years                              write   manager  ok      -
GET    /v1/companies/{company}/fiscal-years/{id}                         read    any      ok      -
PATCH  /v1/companies/{company}/fiscal-years/{id}                         write   manager  ok      -
DELETE /v1/companies/{company}/fiscal-years/{id}                         write   admin    ok      -
GET    /v1/companies/{company}/fiscal-years/{id}/closing-check           read    any      ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/close                   write   manager  ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/reopen                  write   admin    ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/opening-balance         write   manager  ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/accruals                write   encoder  ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/periods/{period}/lock   write   manager  ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/periods/{period}/unlock write   manager  ok      -
GET    /v1/companies/{company}/document-imports                          read    any      ok      -
POST   /v1/companies/{company}/document-imports                          write   encoder  blocked 30
GET    /v1/companies/{company}/document-imports/batches/{batch_id}       read    any      ok      -
GET    /v1/companies/{company}/document-imports/{id}                     read    any      ok      -
PATCH  /v1/companies/{company}/document-imports/{id}                     write   encoder  ok      -
DELETE /v1/companies/{company}/document-imports/{id}                     write   encoder  ok      -
POST   /v1/companies/{company}/document-imports/{id}/process             write   encoder  blocked -
POST   /v1/companies/{company}/document-imports/{id}/validate            write   encoder  ok      -
POST   /v1/companies/{company}/document-imports/{id}/split               write   encoder  ok      -
POST   /v1/companies/{company}/document-imports/join                     write   encoder  ok      -
GET    /v1/companies/{company}/document-imports/{id}/file                signed  any      ok      -
GET    /v1/companies/{company}/third-parties                             read    any      ok      -
POST   /v1/companies/{company}/third-parties                             write   encoder  ok      -
GET    /v1/companies/{company}/third-parties/{id}                        read    any      ok      -
PATCH  /v1/companies/{company}/third-parties/{id}                        write   encoder  ok      -
DELETE /v1/companies/{company}/third-parties/{id}                        write   encoder  ok      -
POST   /v1/companies/{company}/third-parties/{id}/erase                  write   admin    blocked -
GET    /v1/companies/{company}/third-parties/{id}/personal-data          read    manager  ok      -
GET    /v1/companies/{company}/third-parties/{id}/ledger                 read    any      ok      -
GET    /v1/companies/{company}/third-parties/{id}/open-items             read    any      ok      -
GET    /v1/companies/{company}/third-parties/{id}/statement              read    any      ok      -
POST   /v1/companies/{company}/third-parties/{id}/check-vat              write   encoder  blocked -
POST   /v1/companies/{company}/third-parties/{id}/check-peppol           write   encoder  blocked -
POST   /v1/companies/{company}/third-parties/{id}/merge                  write   manager  ok      -
POST   /v1/companies/{company}/third-parties/import                      write   encoder  ok      -
GET    /v1/companies/{company}/entries                                   read    any      ok      -
POST   /v1/companies/{company}/entries                                   write   encoder  ok      -
POST   /v1/companies/{company}/entries/invoice                           write   encoder  ok      -
POST   /v1/companies/{company}/entries/credit-note                       write   encoder  ok      -
POST   /v1/companies/{company}/entries/preview                           write   encoder  ok      -
POST   /v1/companies/{company}/entries/batch                             write   encoder  ok      -
POST   /v1/companies/{company}/entries/import                            write   encoder  ok      -
GET    /v1/companies/{company}/entries/{id}                              read    any      ok      -
PATCH  /v1/companies/{company}/entries/{id}                              write   encoder  ok      -
POST   /v1/companies/{company}/entries/{id}/reverse                      write   encoder  ok      -
GET    /v1/companies/{company}/entries/{id}/attachments                  read    any      ok      -
POST   /v1/companies/{company}/entries/{id}/attachments                  write   encoder  ok      -
DELETE /v1/companies/{company}/entries/{id}/attachments/{attachment}     write   encoder  ok      -
GET    /v1/companies/{company}/entries/{id}/attachments/{attachment}/file signed any      ok      -
GET    /v1/companies/{company}/documents                                 read    any      ok      -
POST   /v1/companies/{company}/documents                                 write   encoder  ok      -
GET    /v1/companies/{company}/documents/{id}                            read    any      ok      -
PATCH  /v1/companies/{company}/documents/{id}                            write   encoder  ok      -
DELETE /v1/companies/{company}/documents/{id}                            write   encoder  ok      -
POST   /v1/companies/{company}/documents/{id}/book                       write   encoder  ok      -
POST   /v1/companies/{company}/documents/{id}/credit                     write   encoder  ok      -
POST   /v1/companies/{company}/documents/{id}/convert                    write   encoder  ok      -
GET    /v1/companies/{company}/documents/{id}/file                       signed  any      ok      -
PUT    /v1/companies/{company}/documents/{id}/file                       write   encoder  ok      -
GET    /v1/companies/{company}/documents/{id}/ubl                        read    any      ok      -
GET    /v1/companies/{company}/documents/{id}/preview                    read    any      ok      -
GET    /v1/companies/{company}/documents/{id}/cii                        read    any      ok      -
GET    /v1/companies/{company}/documents/{id}/facturx                    read    any      ok      -
POST   /v1/companies/{company}/documents/{id}/send                       write   encoder  blocked 30
GET    /v1/companies/{company}/documents/{id}/lifecycle                  read    any      ok      -
POST   /v1/companies/{company}/documents/{id}/lifecycle                  write   encoder  blocked -
GET    /v1/companies/{company}/e-reporting/{period}                      read    any      ok      -
GET    /v1/companies/{company}/documents/{id}/pdf                        read    any      ok      -
GET    /v1/companies/{company}/lettering                                 read    any      ok      -
GET    /v1/companies/{company}/recurring-entries                         read    any      ok      -
POST   /v1/companies/{company}/recurring-entries                         write   encoder  ok      -
GET    /v1/companies/{company}/recurring-entries/{id}                    read    any      ok      -
PATCH  /v1/companies/{company}/recurring-entries/{id}                    write   encoder  ok      -
DELETE /v1/companies/{company}/recurring-entries/{id}                    write   encoder  ok      -
GET    /v1/companies/{company}/recurring-entries/{id}/upcoming           read    any      ok      -
POST   /v1/companies/{company}/recurring-entries/{id}/run                write   encoder  ok      -
POST   /v1/companies/{company}/recurring-entries/{id}/confirm            write   encoder  ok      -
GET    /v1/companies/{company}/mails                                     read    any      ok      -
POST   /v1/companies/{company}/mails                                     write   encoder  blocked 30
POST   /v1/companies/{company}/mails/preview                             write   encoder  ok      -
GET    /v1/companies/{company}/mails/{id}                                read    any      ok      -
GET    /v1/companies/{company}/mails/{id}/pdf                            read    any      ok      -
GET    /v1/companies/{company}/mail-templates                            read    any      ok      -
PUT    /v1/companies/{company}/mail-templates/{kind}                     write   manager  blocked -
GET    /v1/companies/{company}/reminders                                 read    any      ok      -
POST   /v1/companies/{company}/reminders                                 write   encoder  blocked 30
GET    /v1/companies/{company}/mail/senders                              read    any      ok      -
POST   /v1/companies/{company}/mail/senders                              write   manager  blocked 10
POST   /v1/companies/{company}/mail/senders/confirm                      write   manager  blocked 10
GET    /v1/companies/{company}/sepa-files                                read    any      ok      -
GET    /v1/companies/{company}/sepa-files/proposal                       read    any      ok      -
POST   /v1/companies/{company}/sepa-files                                write   manager  blocked -
GET    /v1/companies/{company}/sepa-files/{id}                           read    any      ok      -
GET    /v1/companies/{company}/sepa-files/{id}/file                      read    manager  blocked -
POST   /v1/companies/{company}/sepa-files/{id}/book                      write   encoder  blocked -
POST   /v1/companies/{company}/sepa-files/{id}/cancel                    write   manager  blocked -
DELETE /v1/companies/{company}/sepa-files/{id}                           write   manager  blocked -
POST   /v1/companies/{company}/migrations                                write   admin    blocked -
GET    /v1/companies/{company}/migrations/{id}                           read    any      ok      -
GET    /v1/companies/{company}/corporate-tax/{fiscalYear}                read    any      ok      -
PATCH  /v1/companies/{company}/corporate-tax/{fiscalYear}                write   encoder  ok      -
GET    /v1/companies/{company}/fiscal-years/{id}/revaluation             read    any      ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/revaluation             write   manager  ok      -
GET    /v1/companies/{company}/exchange-rates                            read    any      ok      -
POST   /v1/companies/{company}/exchange-rates                            write   encoder  ok      -
GET    /v1/companies/{company}/exchange-rates/{rate}                     read    any      ok      -
DELETE /v1/companies/{company}/exchange-rates/{rate}                     write   manager  ok      -
GET    /v1/integrations                                                  read    any      ok      -
GET    /v1/companies/{company}/integrations                              read    any      ok      -
POST   /v1/companies/{company}/integrations                              write   manager  blocked -
PATCH  /v1/companies/{company}/integrations/{id}                         write   manager  blocked -
DELETE /v1/companies/{company}/integrations/{id}                         write   manager  blocked -
POST   /v1/companies/{company}/integrations/{id}/run                     write   manager  blocked -
GET    /v1/companies/{company}/integrations/{id}/runs                    read    any      ok      -
GET    /v1/companies/{company}/fixed-assets                              read    any      ok      -
POST   /v1/companies/{company}/fixed-assets                              write   encoder  ok      -
POST   /v1/companies/{company}/fixed-assets/import                       write   encoder  ok      -
GET    /v1/companies/{company}/import-templates/{resource}               read    any      ok      -
GET    /v1/companies/{company}/fixed-assets/{id}                         read    any      ok      -
PATCH  /v1/companies/{company}/fixed-assets/{id}                         write   encoder  ok      -
DELETE /v1/companies/{company}/fixed-assets/{id}                         write   encoder  ok      -
GET    /v1/companies/{company}/fixed-assets/{id}/schedule                read    any      ok      -
GET    /v1/companies/{company}/fixed-assets/table                        read    any      ok      -
POST   /v1/companies/{company}/fixed-assets/depreciate                   write   manager  ok      -
POST   /v1/companies/{company}/fixed-assets/{id}/events                  write   encoder  ok      -
POST   /v1/companies/{company}/fixed-assets/{id}/dispose                 write   manager  ok      -
POST   /v1/companies/{company}/lettering                                 write   encoder  ok      -
POST   /v1/companies/{company}/lettering/auto                            write   encoder  ok      -
DELETE /v1/companies/{company}/lettering/{id}                            write   encoder  ok      -
GET    /v1/companies/{company}/bank-accounts                             read    any      ok      -
GET    /v1/companies/{company}/coda-files                                read    any      ok      -
POST   /v1/companies/{company}/coda-files                                write   encoder  ok      -
GET    /v1/companies/{company}/coda-files/{id}                           read    any      ok      -
GET    /v1/companies/{company}/coda-files/{id}/file                      signed  any      ok      -
DELETE /v1/companies/{company}/coda-files/{id}                           write   encoder  ok      -
GET    /v1/companies/{company}/bank-transactions                         read    any      ok      -
GET    /v1/companies/{company}/bank-transactions/{id}                    read    any      ok      -
POST   /v1/companies/{company}/bank-transactions/{id}/ignore             write   encoder  ok      -
POST   /v1/companies/{company}/bank-transactions/{id}/unignore           write   encoder  ok      -
GET    /v1/companies/{company}/bank-rules                                read    any      ok      -
POST   /v1/companies/{company}/bank-rules                                write   encoder  ok      -
POST   /v1/companies/{company}/bank-rules/try                            write   encoder  ok      -
GET    /v1/companies/{company}/bank-rules/proposals                      read    any      ok      -
GET    /v1/companies/{company}/bank-rules/{id}                           read    any      ok      -
PATCH  /v1/companies/{company}/bank-rules/{id}                           write   encoder  ok      -
DELETE /v1/companies/{company}/bank-rules/{id}                           write   encoder  ok      -
GET    /v1/companies/{company}/bank-transactions/{id}/suggestions        read    any      ok      -
POST   /v1/companies/{company}/bank-transactions/auto-match              write   encoder  ok      -
POST   /v1/companies/{company}/bank-transactions/{id}/match              write   encoder  ok      -
POST   /v1/companies/{company}/bank-transactions/{id}/unmatch            write   encoder  ok      -
GET    /v1/companies/{company}/open-items                                read    any      ok      -
GET    /v1/companies/{company}/budgets                                   read    any      ok      -
POST   /v1/companies/{company}/budgets                                   write   manager  ok      -
GET    /v1/companies/{company}/budgets/{id}                              read    any      ok      -
PATCH  /v1/companies/{company}/budgets/{id}                              write   manager  ok      -
DELETE /v1/companies/{company}/budgets/{id}                              write   manager  ok      -
GET    /v1/companies/{company}/budgets/{id}/comparison                   read    any      ok      -
POST   /v1/companies/{company}/budgets/{id}/import                       write   encoder  ok      -
GET    /v1/companies/{company}/peppol                                    read    any      ok      -
POST   /v1/companies/{company}/peppol                                    write   manager  blocked -
PATCH  /v1/companies/{company}/peppol                                    write   manager  blocked -
DELETE /v1/companies/{company}/peppol                                    write   manager  blocked -
POST   /v1/companies/{company}/peppol/transfer                           write   admin    blocked -
POST   /v1/companies/{company}/peppol/transfer/{id}/confirm              write   admin    blocked -
POST   /v1/companies/{company}/peppol/refresh                            write   encoder  blocked 30
GET    /v1/companies/{company}/peppol/messages                           read    any      ok      -
POST   /v1/companies/{company}/peppol/receive                            write   encoder  blocked 30
POST   /v1/companies/{company}/peppol/messages/{id}/resend               write   encoder  blocked -
POST   /v1/peppol/inbox/{provider}                                       provider any      ok      -
POST   /v1/companies/{company}/peppol/validate                           write   encoder  ok      -
GET    /v1/companies/{company}/vat-declarations                          read    any      ok      -
POST   /v1/companies/{company}/vat-declarations                          write   encoder  ok      -
GET    /v1/companies/{company}/vat-declarations/{id}                     read    any      ok      -
PATCH  /v1/companies/{company}/vat-declarations/{id}                     write   encoder  ok      -
DELETE /v1/companies/{company}/vat-declarations/{id}                     write   encoder  ok      -
POST   /v1/companies/{company}/vat-declarations/{id}/refresh             write   encoder  ok      -
GET    /v1/companies/{company}/vat-declarations/{id}/lines               read    any      ok      -
POST   /v1/companies/{company}/vat-declarations/{id}/validate            write   manager  ok      -
POST   /v1/companies/{company}/vat-declarations/{id}/filed               write   manager  ok      -
POST   /v1/companies/{company}/vat-declarations/{id}/reopen              write   admin    ok      -
GET    /v1/companies/{company}/vat-declarations/{id}/xml                 read    any      ok      -
GET    /v1/companies/{company}/vat-declarations/{id}/pdf                 read    any      ok      -
GET    /v1/companies/{company}/vat/customer-listing/{year}               read    any      ok      -
GET    /v1/companies/{company}/vat/intracom-listing/{year}/{period}      read    any      ok      -
GET    /v1/companies/{company}/vat/fees-281-50/{year}                    read    any      ok      -
PUT    /v1/companies/{company}/vat/fees-281-50/{year}/slips/{third_party_id} write   encoder  ok      -
POST   /v1/companies/{company}/vat/intracom-listing/{year}/{period}/filed write   manager  ok      -
POST   /v1/companies/{company}/vat/customer-listing/{year}/filed         write   manager  ok      -
POST   /v1/companies/{company}/vat/fees-281-50/{year}/filed              write   manager  ok      -
GET    /v1/companies/{company}/audit-pack                                read    manager  ok      -
GET    /v1/companies/{company}/history/verify                            read    any      ok      -
POST   /v1/companies/{company}/trash/{type}/{id}/restore                 write   encoder  ok      -
GET    /v1/companies/{company}/annual-filings/{fiscalYear}               read    any      ok      -
PATCH  /v1/companies/{company}/annual-filings/{fiscalYear}               write   encoder  ok      -
GET    /v1/companies/{company}/annual-filings/{fiscalYear}/file          read    any      ok      -
POST   /v1/companies/{company}/annual-filings/{fiscalYear}/filed         write   manager  ok      -
GET    /v1/companies/{company}/vat/calendar                              read    any      ok      -
GET    /v1/companies/{company}/vat/control                               read    any      ok      -
GET    /v1/companies/{company}/reports/analytic                          read    any      ok      -
GET    /v1/companies/{company}/reports/balance-sheet                     read    any      ok      -
GET    /v1/companies/{company}/reports/income-statement                  read    any      ok      -
GET    /v1/companies/{company}/reports/annual-accounts                   read    any      ok      -
GET    /v1/companies/{company}/reports/cash-flow                         read    any      ok      -
GET    /v1/companies/{company}/reports/comparison                        read    any      ok      -
GET    /v1/companies/{company}/reports/key-figures                       read    any      ok      -
GET    /v1/companies/{company}/exports                                   read    any      ok      -
GET    /v1/companies/{company}/exports/{type}                            read    any      ok      -
GET    /v1/companies/{company}/exports/full-dossier/{fiscalYear}         read    any      ok      -
GET    /v1/companies/{company}/exports/fec/{fiscalYear}                  read    any      ok      -
GET    /v1/companies/{company}/exports/faia/{fiscalYear}                 read    any      ok      -
GET    /v1/companies/{company}/reports/vat-summary                       read    any      ok      -
GET    /v1/companies/{company}/reports/trial-balance                     read    any      ok      -
GET    /v1/companies/{company}/reports/general-ledger                    read    any      ok      -
GET    /v1/companies/{company}/reports/journals                          read    any      ok      -
GET    /v1/companies/{company}/reports/third-party-balance               read    any      ok      -
GET    /v1/companies/{company}/reports/aged-balance                      read    any      ok      -
GET    /v1/companies/{company}/reports/query                             read    any      ok      -
GET    /v1/companies/{company}/report-queries                            read    any      ok      -
GET    /v1/companies/{company}/report-queries/{id}                       read    any      ok      -
GET    /v1/companies/{company}/report-queries/{id}/run                   read    any      ok      -
POST   /v1/companies/{company}/report-queries                            write   encoder  ok      -
PATCH  /v1/companies/{company}/report-queries/{id}                       write   encoder  ok      -
DELETE /v1/companies/{company}/report-queries/{id}                       write   encoder  ok      -
GET    /v1/companies/{company}/history                                   read    any      ok      -
GET    /v1/companies/{company}/history/{revision}                        read    any      ok      -
GET    /v1/companies/{company}/history/operations/{operation}            read    any      ok      -
POST   /v1/companies/{company}/history/{revision}/revert                 write   encoder  ok      -
POST   /v1/companies/{company}/history/operations/{operation}/revert     write   encoder  ok      -
GET    /v1/companies/{company}/events                                    read    any      ok      -
GET    /v1/companies/{company}/activity                                  read    any      ok      -
GET    /v1/companies/{company}/trash                                     read    any      ok      -
DELETE /v1/companies/{company}/trash/{type}/{id}                         write   manager  ok      -
DELETE /v1/companies/{company}/trash                                     write   admin    ok      -
GET    /v1/companies/{company}/sync/bootstrap                            sync    any      ok      -
POST   /v1/companies/{company}/sync/push                                 sync    any      ok      -
GET    /v1/companies/{company}/sync/stream                               sync    any      ok      -
GET    /v1/companies/{company}/sync/status                               sync    any      ok      -
GET    /v1/companies/{company}/sync/conflicts                            sync    any      ok      -
POST   /v1/companies/{company}/sync/conflicts/{id}/resolve               sync    any      ok      -
GET    /v1/companies/{company}/sync/pull                                 sync    any      ok      -
POST   /v1/companies/{company}/sync/external                             write   manager  blocked -
GET    /v1/bridge/status                                                 bridge  any      ok      -
PUT    /v1/bridge/firms/{external_id}                                    bridge  any      ok      -
PUT    /v1/bridge/firms/{external_id}/companies/{company_external_id}    bridge  any      ok      -
POST   /v1/bridge/companies/{company_external_id}/documents              bridge  any      ok      -
GET    /v1/bridge/companies/{company_external_id}/entries                bridge  any      ok      -
POST   /v1/bridge/documents/{document_external_id}/lock                  bridge  any      ok      -
GET    /v1/trash/companies                                               read    any      ok      -
POST   /v1/trash/companies/{token}/restore                               write   any      blocked -
GET    /v1/companies/{company}/search                                    read    any      ok      -
GET    /v1/firms/{firm}/search                                           read    any      ok      -
POST   /mcp                                                              token   any      ok      -
GET    /llms.txt                                                         public  any      ok      -
GET    /llms-full.txt                                                    public  any      ok      -
GET    /v1/files/logos/{name}                                            signed  any      ok      -
`;

interface Demands {
  readonly method: string;
  readonly path: string;
  readonly ability: string;
  readonly role: string;
  readonly demo: string;
  readonly perMinute: number | null;
}

const demands: readonly Demands[] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string, string, string, string, string])
  .map(([method, path, ability, role, demo, perMinute]) => ({
    method,
    path,
    ability,
    role,
    demo,
    perMinute: perMinute === '-' ? null : Number(perMinute),
  }));

const demandsOf = ({ method, path, ability, role, demo, perMinute }: Route): Demands => ({
  method: method.toUpperCase(),
  path,
  ability,
  role,
  demo: demo === 'allowed' ? 'ok' : demo,
  perMinute: perMinute ?? null,
});

const byName = (list: readonly Demands[]): Demands[] =>
  list.toSorted((a, b) => `${a.method} ${a.path}`.localeCompare(`${b.method} ${b.path}`));

describe('The table of routes', () => {
  it('holds exactly the routes expected, each with its demands', () => {
    expect(byName(routes.map(demandsOf))).to.deep.equal(byName(demands));
  });

  it('holds no route twice', () => {
    const names = routes.map(nameOf);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('has a request for every route that its tests can make', () => {
    expect(unprepared()).to.deep.equal([]);
  });
});

describe('The OpenAPI document of the service', () => {
  const service = useService();
  let document: Document;

  before(async () => {
    document = await readDocument(service.anonymous);
  });

  it('holds schemas that validators understand, and refers only to what exists', async () => {
    // Compiled to be understood, not to be fast.
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    validator.addSchema(document.served, 'document');
    const references = [...JSON.stringify(document.served).matchAll(/"\$ref":"([^"]+)"/g)].map(([, one]) => one!);
    expect(references).to.have.length.of.at.least(100);
    for (const reference of new Set(references))
      expect(pointed(document.served, reference), reference).to.be.an('object');
    // Many parameters and refusals say the same: one of them is compiled.
    const distinct = new Map(
      schemasIn(document.served, '#').map((pointer) => [JSON.stringify(pointed(document.served, pointer)), pointer]),
    );
    for (const pointer of distinct.values()) {
      expect(() => validator.compile({ $ref: `document${pointer}` }), pointer).to.not.throw();
      // The service runs in this process: its jobs get their turn, or its database seems not to answer.
      await setImmediate();
    }
  });

  it('names each operation once, and each parameter of its path', () => {
    const ids = [...document.operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const [name, { parameters = [], summary }] of document.operations) {
      expect(summary, name).to.be.a('string').that.has.length.above(3);
      const resolved = parameters.map((one) => (one.$ref ? pointed(document.served, one.$ref) : one) as typeof one);
      const inPath = resolved.filter((one) => one.in === 'path').map((one) => one.name);
      expect([name, inPath.sort()]).to.deep.equal([
        name,
        [...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => one!).sort(),
      ]);
    }
  });

  it('describes every route as it is', () => {
    const { operations, operationOf } = document;
    expect([...operations.keys()].sort()).to.deep.equal(routes.map(nameOf).sort());
    for (const route of routes) {
      const { responses, requestBody, security } = operationOf(route);
      const statuses = Object.keys(responses);
      const isOpen = route.ability === 'public' || route.ability === 'signed';
      expect(statuses, nameOf(route)).to.include.members(Object.keys(route.replies));
      expect(statuses, 'every route has a limit').to.include('429');
      expect([nameOf(route), statuses.includes('401')]).to.deep.equal([nameOf(route), !isOpen]);
      expect([nameOf(route), security?.length === 0]).to.deep.equal([nameOf(route), isOpen]);
      if (!isOpen) expect(statuses, nameOf(route)).to.include('403');
      if (route.path.includes('{')) expect(statuses, nameOf(route)).to.include('404');
      const hasBody = route.body !== undefined || route.upload !== undefined;
      expect([nameOf(route), requestBody !== undefined]).to.deep.equal([nameOf(route), hasBody]);
    }
  });
});

const pointed = (document: object, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

/** Pointers to every member called `schema`, and to every shared schema. */
function schemasIn(value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    return name === 'schema' || pointer === '#/components/schemas' ? [place] : schemasIn(member, place);
  });
}
