/**
 * The statements of the National Bank of Belgium as outlines: a line a rubric, in the order of the form, with its level,
 * its code and where its amount comes from, in the words of `annual-accounts-rows.ts`.
 *
 * - A line behind a `*` repeats a part of another line, as the form does with "of which".
 * - A line behind a `c` is for companies alone, one behind an `a` for associations alone.
 */

/** Current accounts with a bank: overdrawn, they are a debt. Cheques issued and write-downs stay with the bank. */
const currentAccounts = '5500,5510,5520,5530,5540,5550,5560,5570,5580,5590';

export const fullAssets = `
    2 20      D 20
    2 21/28   = 21 22/27 28
    3 21      D 21
    3 22/27   = 22 23 24 25 26 27
    4 22      D 22
    4 23      D 23
    4 24      D 24
    4 25      D 25
    4 26      D 26
    4 27      D 27
    3 28      = 280/1 282/3 284/8
    4 280/1   = 280 281
    5 280     D 280
    5 281     D 281
    4 282/3   = 282 283
    5 282     D 282
    5 283     D 283
    4 284/8   = 284 285/8
    5 284     D 284
    5 285/8   D 28 but:280,281,282,283,284
    2 29/58   = 29 3 40/41 50/53 54/58 490/1
    3 29      = 290 291
    4 290     D 290
    4 291     D 29 but:290
    3 3       = 30/36 37
    4 30/36   = 30/31 32 33 34 35 36
    5 30/31   D 30 31
    5 32      D 32
    5 33      D 33
    5 34      D 34
    5 35      D 35
    5 36      D 36
    4 37      D 37
    3 40/41   = 40 41
    4 40      D 40
    4 41      D 41
   a3 50/53   D 50 51 52 53
   c3 50/53   = 50 51/53
   c4 50      D 50
   c4 51/53   D 51 52 53
    3 54/58   D 54 55 56 57 58 debit:${currentAccounts}
    3 490/1   D 49 but:492,493
    1 20/58   = 20 21/28 29/58`;

export const shortAssets = `
    2 20      D 20
    2 21/28   = 21 22/27 28
    3 21      D 21
    3 22/27   = 22 23 24 25 26 27
    4 22      D 22
    4 23      D 23
    4 24      D 24
    4 25      D 25
    4 26      D 26
    4 27      D 27
    3 28      D 28
    2 29/58   = 29 3 40/41 50/53 54/58 490/1
    3 29      = 290 291
    4 290     D 290
    4 291     D 29 but:290
    3 3       = 30/36 37
    4 30/36   D 30 31 32 33 34 35 36
    4 37      D 37
    3 40/41   = 40 41
    4 40      D 40
    4 41      D 41
    3 50/53   D 50 51 52 53
    3 54/58   D 54 55 56 57 58 debit:${currentAccounts}
    3 490/1   D 49 but:492,493
    1 20/58   = 20 21/28 29/58`;

/** RES is no rubric of the form: it is the result of the year as long as it is not appropriated. */
export const equity = {
  capital: `
    2 10/15   = 10/11 12 13 14 RES 15 19
    3 10/11   = 10 11
    4 10      = 100 101
    5 100     C 10 but:101
    5 101     C 101
    4 11      = 1100/10 1109/19
    5 1100/10 C 1100 1110
    5 1109/19 C 11 but:1100,1110
    3 12      C 12
    3 13      = 130/1 132 133
    4 130/1   = 130 1311 1312 1313 1319
    5 130     C 130
    5 1311    C 1311
    5 1312    C 1312
    5 1313    C 1313
    5 1319    C 131 but:1311,1312,1313
    4 132     C 132
    4 133     C 13 but:130,131,132
    3 14      C 14
    3 RES     C 6 7
    3 15      C 15
    3 19      C 19`,
  no_capital: `
    2 10/15   = 10/11 12 13 14 RES 15 19
    3 10/11   = 110 111
    4 110     C 110
    4 111     C 111
    3 12      C 12
    3 13      = 130/1 132 133
    4 130/1   = 1311 1312 1313 1319
    5 1311    C 1311
    5 1312    C 1312
    5 1313    C 1313
    5 1319    C 131 but:1311,1312,1313
    4 132     C 132
    4 133     C 13 but:130,131,132
    3 14      C 14
    3 RES     C 6 7
    3 15      C 15
    3 19      C 19`,
  association: `
    2 10/15   = 10 12 13 14 RES 15
    3 10      C 10
    3 12      C 12
    3 13      C 13
    3 14      C 14
    3 RES     C 6 7
    3 15      C 15`,
};

export const provisions = `
   c2 16      = 160/5 168
   a2 16      = 160/5 167 168
    3 160/5   = 160 161 162 163 164/5
    4 160     C 160
    4 161     C 161
    4 162     C 162
    4 163     C 163
   c4 164/5   C 16 but:160,161,162,163,168
   a4 164/5   C 16 but:160,161,162,163,167,168
   a3 167     C 167
    3 168     C 168`;

export const longTermDebts = {
  full: `
    2 17/49   = 17 42/48 492/3
    3 17      = 170/4 175 176 178/9
    4 170/4   = 170 171 172 173 174
    5 170     C 170
    5 171     C 171
    5 172     C 172
    5 173     C 173
    5 174     C 174
    4 175     = 1750 1751
    5 1750    C 175 but:1751
    5 1751    C 1751
    4 176     C 176
    4 178/9   C 17 but:170,171,172,173,174,175,176`,
  short: `
    2 17/49   = 17 42/48 492/3
    3 17      = 170/4 175 176 178/9
    4 170/4   = 172/3 174/0
    5 172/3   C 172 173
    5 174/0   C 170 171 174
    4 175     C 175
    4 176     C 176
    4 178/9   C 17 but:170,171,172,173,174,175,176`,
};

/** Associations distribute nothing, so that 47 is not part of their other debts. */
export const shortTermDebts = `
   c3 42/48   = 42 43 44 46 45 47/48
   a3 42/48   = 42 43 44 46 45 48
    4 42      C 42
    4 43      = 430/8 439
    5 430/8   C 43 ${currentAccounts.replaceAll(',', ' ')} but:439 credit:${currentAccounts}
    5 439     C 439
    4 44      = 440/4 441
    5 440/4   C 44 but:441
    5 441     C 441
    4 46      C 46
    4 45      = 450/3 454/9
    5 450/3   C 450 451 452 453
    5 454/9   C 45 but:450,451,452,453
   c4 47/48   C 47 48
   a4 48      C 48
    3 492/3   C 492 493
    1 10/49   = 10/15 16 17/49`;

/** What does not recur is financial by the fourth digit of 662, 663, 669, 762 and 763; all else of it is operating. */
const nonRecurringIncome = { operating: '76 but:761,7621,7631,769', financial: '761 7621 7631 769' };
const nonRecurringCharges = { operating: '66 but:661,6621,6631,668,6691', financial: '661 6621 6631 668 6691' };

const fullFinancialResult = `
    2 75/76B  = 75 76B
    3 75      = 750 751 752/9
    4 750     C 750
    4 751     C 751
    4 752/9   C 75 but:750,751
    3 76B     C ${nonRecurringIncome.financial}
    2 65/66B  = 65 66B
    3 65      = 650 651 652/9
    4 650     D 650
    4 651     D 651
    4 652/9   D 65 but:650,651
    3 66B     D ${nonRecurringCharges.financial}`;

const shortFinancialResult = `
    2 75/76B  = 75 76B
    3 75      C 75
  c*4 753     C 753
    3 76B     C ${nonRecurringIncome.financial}
    2 65/66B  = 65 66B
    3 65      D 65
    3 66B     D ${nonRecurringCharges.financial}`;

const resultAfterTax = (incomeTaxes: string): string => `
    2 9903    = 9901 75/76B -65/66B
    2 780     C 78 but:789
    2 680     D 68 but:689${incomeTaxes}
    2 9904    = 9903 780 -680 -67/77
    2 789     C 789
    2 689     D 689
    1 9905    = 9904 789 -689`;

/** Companies get no contributions, gifts and grants by law; an account 73 that they keep all the same is other income. */
export const fullIncome = `
   c2 70/76A  = 70 71 72 74 76A
   a2 70/76A  = 70 71 72 73 74 76A
    3 70      C 70
    3 71      C 71
    3 72      C 72
   a3 73      C 73
   a3 74      C 74
   c3 74      C 73 74
    3 76A     C ${nonRecurringIncome.operating}
   c2 60/66A  = 60 61 62 630 631/4 635/8 640/8 649 66A
   a2 60/66A  = 60 61 62 630 631/4 635/9 640/8 649 66A
    3 60      = 600/8 609
    4 600/8   D 60 but:609
    4 609     D 609
    3 61      D 61
    3 62      D 62
    3 630     D 630
    3 631/4   D 631 632 633 634
   c3 635/8   D 635 636 637 638 639
   a3 635/9   D 635 636 637 638 639
    3 640/8   D 64 but:649
    3 649     D 649
    3 66A     D ${nonRecurringCharges.operating}
    2 9901    = 70/76A -60/66A${fullFinancialResult}${resultAfterTax(`
    2 67/77   = 670/3 -77
    3 670/3   D 67
    3 77      C 77`)}`;

/** The abridged and the micro model start from the gross margin; turnover and purchases may be reported besides. */
export const shortIncome = `
    2 9900    C 60 61 70 71 72 73 74 ${nonRecurringIncome.operating}
   *3 76A     C ${nonRecurringIncome.operating}
   *3 70      C 70
  a*3 73      C 73
   *3 60/61   D 60 61
    2 62      D 62
    2 630     D 630
    2 631/4   D 631 632 633 634
   c2 635/8   D 635 636 637 638 639
   a2 635/9   D 635 636 637 638 639
    2 640/8   D 64 but:649
    2 649     D 649
    2 66A     D ${nonRecurringCharges.operating}
   c2 9901    = 9900 -62 -630 -631/4 -635/8 -640/8 -649 -66A
   a2 9901    = 9900 -62 -630 -631/4 -635/9 -640/8 -649 -66A${shortFinancialResult}${resultAfterTax(`
    2 67/77   D 67 77`)}`;

/** What becomes of the result, by the accounts of 69 and 79; a line in brackets repeats one of the balance sheet. */
export const appropriation = {
  capital: `
    2 9906    = 9905 14P
    3 14P     C 690 790
    2 791/2   = 791 792
    3 791     C 791
    3 792     C 792
    2 691/2   = 691 6920 6921
    3 691     D 691
    3 6920    D 6920
    3 6921    D 692 but:6920
    2 (14)    D 693 793
    2 794     C 79 but:790,791,792,793
    2 694/7   = 694 695 696 697
    3 694     D 694
    3 695     D 695
    3 696     D 696
    3 697     D 69 but:690,691,692,693,694,695,696`,
  no_capital: `
    2 9906    = 9905 14P
    3 14P     C 690 790
    2 791/2   = 791 792
    3 791     C 791
    3 792     C 792
    2 691/2   = 691 692
    3 691     D 691
    3 692     D 692
    2 (14)    D 693 793
    2 794     C 79 but:790,791,792,793
    2 694/7   = 694 695 696 697
    3 694     D 694
    3 695     D 695
    3 696     D 696
    3 697     D 69 but:690,691,692,693,694,695,696`,
  association: `
    2 9906    = 9905 14P
    3 14P     C 690 790
    2 791     C 791
    2 691     D 691
    2 (14)    D 692 792`,
};
