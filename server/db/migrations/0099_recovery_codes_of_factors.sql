-- Recovery codes stand in for a second factor, and come with the first. Those of a person without one, and those that are
-- older than every factor the person has, may have been made by whoever had the password alone: they open nothing any more.
-- Who loses codes that were their own makes new ones under Security.
delete from recovery_codes c
using persons p
where p.id = c.person
  and c.created_at < coalesce(
    least(p.totp_confirmed_at, (select min(k.created_at) from passkeys k where k.person = p.id)), 'infinity'
  );
