package app.spotter;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import androidx.core.app.RemoteInput;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.json.JSONException;
import org.json.JSONObject;

/** Does what a notification's button says, also while the app is closed, with the token that came with the push. */
public class PushActionReceiver extends BroadcastReceiver {

    /** Android gives a receiver ten seconds. */
    private static final int PATIENCE_MS = 4_000;

    @Override
    public void onReceive(Context context, Intent intent) {
        PendingResult result = goAsync();
        new Thread(() -> {
            try {
                take(context, intent);
            } catch (JSONException unreadable) {
                // The push that brought this button could be read.
            } finally {
                result.finish();
            }
        })
            .start();
    }

    private void take(Context context, Intent intent) throws JSONException {
        Bundle push = intent.getExtras();
        JSONObject action = new JSONObject(push.getString("action"));
        Bundle typed = RemoteInput.getResultsFromIntent(intent);
        String reply = typed == null ? "" : String.valueOf(typed.getCharSequence(PushNotification.REPLY)).trim();
        String reason;
        try {
            reason = call(context.getString(R.string.app_server), action, reply);
        } catch (IOException | JSONException noAnswer) {
            // No network, or a Wi-Fi that wants a sign-in and answers with a page.
            reason = "";
        }
        if (reason == null) {
            String title = push.getString("title");
            PushNotification.tell(context, push, action.optString("done", title), title);
            // A reply's button spins until its notification has changed.
            if (!action.has("done")) PushNotification.remove(context, push);
            return;
        }
        String words = reply.isEmpty() ? "" : "“" + reply + "”\n";
        String next = reason.isEmpty() ? "Tap to try again in the app." : reason;
        PushNotification.tell(context, push, action.getString("failed"), words + next);
    }

    /** Null when it worked; otherwise the server's reason, or an empty one. */
    private String call(String server, JSONObject action, String reply) throws IOException, JSONException {
        String path = action.getString("path");
        if (!path.startsWith("/api/")) return "";
        JSONObject body = new JSONObject();
        if (!reply.isEmpty()) body.put("content", reply);
        HttpURLConnection call = (HttpURLConnection) new URL(server + path).openConnection();
        try {
            call.setConnectTimeout(PATIENCE_MS);
            call.setReadTimeout(PATIENCE_MS);
            call.setInstanceFollowRedirects(false);
            call.setRequestMethod("POST");
            call.setRequestProperty("Authorization", "Action " + action.getString("token"));
            call.setRequestProperty("Content-Type", "application/json");
            call.setRequestProperty("Accept", "application/json");
            call.setDoOutput(true);
            call.getOutputStream().write(body.toString().getBytes(StandardCharsets.UTF_8));
            int status = call.getResponseCode();
            boolean isDone = status >= 200 && status < 300;
            JSONObject said = new JSONObject(textOf(isDone ? call.getInputStream() : call.getErrorStream()));
            if (isDone) return null;
            // An old notification's token has expired. In the app it still works.
            return status == 401 ? "" : said.optString("error");
        } finally {
            call.disconnect();
        }
    }

    private String textOf(InputStream stream) {
        if (stream == null) return "";
        Scanner all = new Scanner(stream, "UTF-8").useDelimiter("\\A");
        return all.hasNext() ? all.next() : "";
    }
}
