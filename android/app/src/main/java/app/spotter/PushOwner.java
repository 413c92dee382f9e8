package app.spotter;

import android.content.Context;
import android.content.SharedPreferences;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * The member whose pushes this phone shows. The pages say who it is, and PushService asks while no page is there: a member
 * who signed out without a network gets pushes until the server hears of it.
 */
@CapacitorPlugin(name = "PushOwner")
public class PushOwner extends Plugin {

    private static final String OWNER = "owner";

    static boolean isFor(Context context, String to) {
        return to != null && to.equals(kept(context).getString(OWNER, null));
    }

    /** Written before the answer, so that an app that is killed next has kept it. */
    @PluginMethod
    public void keep(PluginCall call) {
        kept(getContext()).edit().putString(OWNER, call.getString(OWNER)).commit();
        call.resolve();
    }

    @PluginMethod
    public void forget(PluginCall call) {
        kept(getContext()).edit().remove(OWNER).commit();
        call.resolve();
    }

    private static SharedPreferences kept(Context context) {
        return context.getSharedPreferences("push-owner", Context.MODE_PRIVATE);
    }
}
