-- Hyphens and dashes count like spaces and apostrophes: "jean pierre" finds Jean-Pierre. So does the saltillo, which the alphabets of
-- Cameroon write for the glottal stop and phones type as an apostrophe.
create or replace function kolo_search_form_unicode(given text) returns text
language sql immutable strict parallel safe
return replace(replace(replace(
  translate(
    lower(
      regexp_replace(
        normalize(given, NFKD) collate "C",
        '[\s''`´‘’‛′ʻʼꞋꞌ\-‐‑‒–—―−\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
        '\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0b3c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099'
        '\u309a\ufe20-\ufe2f\u0640\u00ad\u061c\u1680\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f'
        '\ufeff\u115f\u1160]',
        '',
        'g'
      ) collate "und-x-icu"
    ) collate "C",
    'øđðłħŧŋɓɖɗɛəǝɔɨʉɩʊıƴʋƙɣɲς',
    'oddlhtnbddeeeoiuiuiyvkgnσ'
  ),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

create or replace function kolo_search_form(given text) returns text
language sql immutable parallel safe
return case
  when octet_length(given) = char_length(given) then
    translate(lower(given collate "C"), ' ''`-' || chr(9) || chr(10) || chr(13), '')
  else kolo_search_form_unicode(given)
end;

-- The indexer reads existing rows again while the service runs, the newest first. Until then a search reads them itself.
set local role kolo_engine;
insert into search_stale (merchant, environment, list, bucket, due_at)
select distinct merchant, environment, list, bucket, now() - make_interval(secs => bucket / 1000000.0)
from list_counts
where level = 2 and list in ('transfers', 'payments', 'refunds', 'beneficiaries', 'customers')
on conflict (merchant, environment, list, bucket) do update set indexed_to = null;
reset role;
