package app.spotter;

import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import androidx.core.app.NotificationCompat;
import androidx.core.app.RemoteInput;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** A push as Android shows it: what it says, where a tap leads, and its buttons. The server's fcm.ts says what is in it. */
final class PushNotification {

    static final String REPLY = "reply";
    private static final String CHANNEL = "notifications";

    private PushNotification() {}

    static void show(Context context, Bundle push) {
        NotificationCompat.Builder shown = about(context, push, push.getString("title"), push.getString("body"));
        boolean isUrgent = "true".equals(push.getString("is_urgent"));
        shown.setPriority(isUrgent ? NotificationCompat.PRIORITY_HIGH : NotificationCompat.PRIORITY_DEFAULT);
        try {
            shown.setNumber(Integer.parseInt(push.getString("unread_count", "0")));
            JSONArray actions = new JSONArray(push.getString("actions", "[]"));
            for (int i = 0; i < actions.length(); i++) shown.addAction(button(context, push, actions.getJSONObject(i)));
        } catch (JSONException | NumberFormatException unreadable) {
            // Of a later server: it can still be opened.
        }
        post(context, push, shown);
    }

    /** How an action ended, in place of the notification it is about. */
    static void tell(Context context, Bundle push, String title, String body) {
        post(context, push, about(context, push, title, body).setSilent(true));
    }

    static void remove(Context context, Bundle push) {
        managerOf(context).cancel(push.getString("tag"), 0);
    }

    private static NotificationCompat.Builder about(Context context, Bundle push, String title, String body) {
        Intent opened = new Intent(context, MainActivity.class)
            .setAction(push.getString("tag"))
            // By it the push plugin knows a tapped notification.
            .putExtra("google.message_id", push.getString("tag"))
            .putExtra("id", push.getString("id"))
            .putExtra("url", push.getString("url"));
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
        return new NotificationCompat.Builder(context, CHANNEL)
            .setSmallIcon(R.drawable.ic_notification)
            .setColor(context.getColor(R.color.brand))
            .setContentTitle(title)
            .setContentText(body)
            .setStyle(new NotificationCompat.BigTextStyle().bigText(body))
            .setAutoCancel(true)
            .setContentIntent(PendingIntent.getActivity(context, 0, opened, flags));
    }

    private static NotificationCompat.Action button(Context context, Bundle push, JSONObject action) throws JSONException {
        String name = action.getString("name");
        String title = action.getString("title");
        boolean isReply = name.equals(REPLY);
        Intent taken = new Intent(context, PushActionReceiver.class)
            .setAction(push.getString("tag") + "/" + name)
            .putExtras(push)
            .putExtra("action", action.toString());
        // Android adds the typed words to the intent of a reply.
        int mutable = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S ? PendingIntent.FLAG_MUTABLE : 0;
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | (isReply ? mutable : PendingIntent.FLAG_IMMUTABLE);
        NotificationCompat.Action.Builder button = new NotificationCompat.Action.Builder(
            0,
            title,
            PendingIntent.getBroadcast(context, 0, taken, flags)
        );
        if (isReply) button.addRemoteInput(new RemoteInput.Builder(REPLY).setLabel(title).build());
        // A locked phone has to be unlocked before anything is done in its member's name.
        return button.setAuthenticationRequired(!name.equals("mark_read")).build();
    }

    private static void post(Context context, Bundle push, NotificationCompat.Builder shown) {
        NotificationManager manager = managerOf(context);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            manager.createNotificationChannel(
                new NotificationChannel(CHANNEL, "Notifications", NotificationManager.IMPORTANCE_HIGH)
            );
        }
        // Replaces an earlier one with the same tag.
        manager.notify(push.getString("tag"), 0, shown.build());
    }

    private static NotificationManager managerOf(Context context) {
        return (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
    }
}
