-- /docker-entrypoint-initdb.d/kolo.sql in the container of PostgreSQL, which runs it once, on an empty volume (compose.yaml).
-- The service owns its database and makes the two roles it works as. It is no superuser: it reads no files of the server and
-- starts no programs there.
\getenv password KOLO_DATABASE_PASSWORD
create role kolo login nosuperuser createrole password :'password';
create database kolo owner kolo;
