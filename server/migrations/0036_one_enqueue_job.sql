-- Before the previous release enqueue_job knew no queues. Beside that of now (functions/walls.sql) a call would fit both.
drop function if exists enqueue_job(text, json, timestamptz, int, text);

-- The previous release keeps gyms_tell_callers_switched: a gym that moves to another zone makes it read callers anew, and nothing more.
